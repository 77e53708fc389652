// Events: after the update in which it happened, to those who listen, whatever they do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openKit } from './load.mjs';

function moveAlong(kit, trail, steps, each = () => {}) {
    for (let i = 0; i < steps; i++) {
        trail.transform.set(i * 0.2, 0, 0);
        kit.update(1 / 30);
        each(i);
    }
}

test('[kit.events] what happens in an update is told after it, in order, with its place', async () => {
    const kit = await openKit();
    const trail = kit.createTrail({ lifetime: 0.5 });
    const heard = [];
    let updating = false;
    for (const type of ['started', 'reset', 'orphaned', 'faded']) {
        trail.on(type, (event) => {
            assert.equal(updating, true); // inside kit.update, when the core has returned
            assert.equal(event.target, trail);
            assert.equal(event.position.length, 3);
            heard.push(event.type);
        });
    }
    updating = true;
    moveAlong(kit, trail, 10);
    assert.deepEqual(heard, ['started']);
    updating = false;
    trail.clear(); // happens between updates: told after the next one
    assert.deepEqual(heard, ['started']);
    updating = true;
    moveAlong(kit, trail, 3);
    assert.equal(heard[1], 'reset');
    updating = false;
    trail.transform.destroy(); // its source is gone, what it laid fades on
    updating = true;
    for (let i = 0; i < 30; i++) kit.update(1 / 30);
    assert.deepEqual(heard.slice(-2), ['orphaned', 'faded']);
    kit.dispose();
});

test('[kit.events] a handler that throws breaks nothing: the others hear it, the error is reported', async (t) => {
    const kit = await openKit();
    const reported = t.mock.method(console, 'error', () => {});
    const trails = [0, 1].map(() => kit.createTrail({ lifetime: 0.5 }));
    const heard = [];
    trails[0].on('started', () => {
        throw new Error('of the game');
    });
    trails.forEach((trail, i) => trail.on('started', () => heard.push(i)));
    for (let i = 0; i < 5; i++) {
        for (const trail of trails) trail.transform.set(i, 0, 0);
        kit.update(0.1);
    }
    assert.deepEqual(heard, [0, 1]);
    assert.equal(reported.mock.callCount(), 1);
    assert.match(String(reported.mock.calls[0].arguments[0]), /of the game/);
    assert.equal(kit.stats.trails, 2);
    kit.dispose();
});

test('[kit.events] handlers may destroy, create and stop listening; the queue has a bound that is counted', async () => {
    const kit = await openKit({ maxEvents: 3 });
    const style = kit.createTrailStyle({ lifetime: 0.3, maxTrails: 12 });
    const trails = Array.from({ length: 10 }, () => kit.createTrail(style));
    let started = 0;
    const stops = trails.map((trail) => trail.on('started', ({ target }) => {
        started++;
        target.destroy(); // inside its own event
        kit.createTrail({ lifetime: 1 });
    }));
    stops[0](); // nobody hears of the first one
    for (let i = 0; i < 3; i++) {
        for (const trail of trails) trail.transform.set(i, 0, 0);
        kit.update(0.1);
        if (i === 1) break;
    }
    assert.equal(started, 2); // of three that found room in the queue, one was not heard
    assert.equal(kit.stats.eventsDropped, 7);
    for (let i = 0; i < 20; i++) kit.update(0.1);
    kit.dispose();
});

test('[kit.events] unknown names and handlers that are none are refused', async () => {
    const kit = await openKit();
    const trail = kit.createTrail();
    assert.throws(() => trail.on('stopped', () => {}), {
        name: 'InvalidDefError',
        message: /trail: event is "stopped", it must be one of started, reset, orphaned, faded/ });
    assert.throws(() => trail.on('faded'), {
        name: 'InvalidDefError', message: /trail: handler is undefined, it must be a function/ });
    kit.dispose();
});
