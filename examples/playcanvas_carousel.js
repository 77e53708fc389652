// Effects in a PlayCanvas scene: the lanterns are entities on a turning one, each with a trail.

import * as pc from 'playcanvas';
import { attach } from 'willowisp/playcanvas';
import { columns, heightAt, lanterns, plantTrees, run, trailOf, turnAt } from './carousel.js';
import { seed } from './stage.js';

const canvas = document.querySelector('canvas');
const app = new pc.Application(canvas, { graphicsDeviceOptions: { antialias: true } });
app.autoRender = false; // the page's own loop renders
app.setCanvasFillMode(pc.FILLMODE_FILL_WINDOW);
app.setCanvasResolution(pc.RESOLUTION_AUTO);
app.graphicsDevice.maxPixelRatio = Math.min(devicePixelRatio, 2);
app.start();

const color = (text) => new pc.Color().fromString(text);
app.scene.ambientLight = color('#5a6684');
Object.assign(app.scene.fog, { type: pc.FOG_EXP2, density: 0.012, color: color('#25304a') });

function add(name, component, options, parent = app.root) {
    const entity = new pc.Entity(name);
    entity.addComponent(component, options);
    parent.addChild(entity);
    return entity;
}
const camera = add('camera', 'camera', { clearColor: color('#25304a'), fov: 50, nearClip: 0.1,
    farClip: 500 });
const sun = add('sun', 'light', { type: 'directional', color: color('#ffd9b0'), intensity: 0.9,
    castShadows: true, shadowDistance: 40, shadowResolution: 1024, normalOffsetBias: 0.05 });
sun.setEulerAngles(52, -40, 0);
const fire = add('fire', 'light', { type: 'omni', color: color('#ff8030'), range: 9 });
fire.setPosition(0, 1.2, 0);

function shape(type, look, [x, y, z], [width, height, depth], parent) {
    const material = new pc.StandardMaterial();
    material.diffuse = color(look.diffuse ?? '#000000');
    material.emissive = color(look.emissive ?? '#000000');
    material.update();
    const entity = add(type, 'render', { type, material }, parent);
    entity.setLocalScale(width, height, depth);
    entity.setLocalPosition(x, y, z);
    return entity;
}
shape('plane', { diffuse: '#46503a' }, [0, 0, 0], [500, 1, 500]);
shape('cylinder', { diffuse: '#8a8578' }, [0, 0, 0], [14, 0.2, 14]);
for (const { x, z, height } of columns) {
    shape('cylinder', { diffuse: '#b9b2a2' }, [x, height / 2 + 0.1, z], [0.6, height, 0.6]);
}
shape('cylinder', { diffuse: '#4a4038' }, [0, 0.35, 0], [0.9, 0.5, 0.9]);
const hearth = new pc.Entity('hearth');
hearth.setPosition(0, 0.45, 0);
app.root.addChild(hearth);

const wheel = new pc.Entity('wheel');
app.root.addChild(wheel);
const lamps = lanterns.map(({ color: emissive, angle, radius }) => (
    shape('sphere', { emissive }, [Math.cos(angle) * radius, 0, Math.sin(angle) * radius],
        [0.34, 0.34, 0.34], wheel)));

const fx = await attach(app, { statsEveryFrame: true });
lamps.forEach((lamp, i) => fx.trail(lamp, trailOf(lanterns[i])));
fx.emitter(hearth, { preset: 'fire' }, { seed });
fx.emitter(hearth, { preset: 'embers' }, { seed });
plantTrees(fx.kit, seed);

let yaw = 0.245;
canvas.addEventListener('pointermove', ({ buttons, movementX }) => {
    if (buttons) yaw -= movementX * 0.006;
});

run(canvas, (dt, time) => {
    wheel.setEulerAngles(0, (turnAt(time) * 180) / Math.PI, 0);
    lamps.forEach((lamp, i) => {
        const { x, z } = lamp.getLocalPosition();
        lamp.setLocalPosition(x, heightAt(time, lanterns[i]), z);
    });
    fire.light.intensity = 2.4 + 0.6 * Math.sin(time * 11) * Math.sin(time * 7);
    camera.setPosition(Math.sin(yaw) * 12.4, 5.5, Math.cos(yaw) * 12.4);
    camera.lookAt(0, 1.4, 0);
    app.update(dt);
    fx.update(dt);
}, () => app.render());
