// The shipped types against the compiler and against what is really there.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { declaredFunctions } from '../../tools/build.mjs';
import { root } from '../../tools/process.mjs';
import * as willowisp from '../../web/index.js';
import { openKit } from '../core/load.mjs';

const types = readFileSync(join(root, 'web/index.d.ts'), 'utf8');
const options = readFileSync(join(root, 'web/schema.d.ts'), 'utf8');

// The names of the members of `class Name` or `interface Name`.
function declaredMembers(name) {
    const body = new RegExp(`export (?:class|interface) ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`)
        .exec(types)[1];
    const members = [...body.matchAll(/^ {4}(?:readonly |get |set )?([a-z]\w*)\??[:(<]/gm)];
    return [...new Set(members.map(([, member]) => member))]
        .filter((member) => member !== 'constructor').sort();
}

// The public names of an object: its own, and those of its classes.
function realMembers(object) {
    const names = new Set(Object.keys(object));
    let prototype = Object.getPrototypeOf(object);
    for (; prototype !== Object.prototype; prototype = Object.getPrototypeOf(prototype)) {
        for (const name of Object.getOwnPropertyNames(prototype)) names.add(name);
    }
    return [...names].filter((name) => !name.startsWith('_') && name !== 'constructor').sort();
}

test('[kit.types] a program that uses every name compiles strictly', () => {
    const { status, stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc'],
        { cwd: root, encoding: 'utf8' });
    assert.equal(status, 0, stdout);
});

test('[kit.types] [web.three] [web.babylon] [web.playcanvas] the adapters take what the engines\' own types say', () => {
    const { status, stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p',
        'tests/package/fixtures/tsconfig.engines.json'], { cwd: root, encoding: 'utf8' });
    assert.equal(status, 0, stdout);
});

test('[kit.types] the small entries export what they declare', async () => {
    for (const entry of ['worker', 'embed', 'effect-presets', 'three', 'babylon', 'playcanvas']) {
        const declared = [...readFileSync(join(root, `web/${entry}.d.ts`), 'utf8')
            .matchAll(/^export (?:declare )?(?:class|function|const) (\w+)/gm)].map(([, name]) => name);
        assert.deepEqual(Object.keys(await import(`../../web/${entry}.js`)).sort(), declared.sort(), entry);
    }
});

test('[kit.types] what is exported is what is declared', async () => {
    const declared = [...types.matchAll(/^export (?:class|function|const) (\w+)/gm)]
        .map(([, name]) => name).sort();
    assert.deepEqual(Object.keys(willowisp).sort(), declared);
    const separate = await import('../../web/wasm.js');
    assert.deepEqual(Object.keys(separate).sort(), declared);
});

test('[kit.types] the members of every object are the declared ones', async () => {
    const kit = await openKit();
    const style = kit.createTrailStyle();
    const emitter = kit.createEmitter();
    const beamStyle = kit.createBeamStyle();
    const beam = kit.createBeam(beamStyle, { from: [0, 0, 0], to: [0, 1, 0] });
    const objects = { Kit: kit, Transforms: kit.transforms, World: kit.world, Wind: kit.wind,
        TrailStyle: style, Trail: kit.createTrail(style), BeamStyle: beamStyle,
        Beam: beam, EmitterStyle: emitter.style,
        Emitter: emitter,
        Texture: kit.createTexture({ pixels: new Uint8Array(4), width: 1, height: 1 }), Transform: emitter.transform, Forest: kit.createForest({ species: [] }),
        Tree: kit.createTree() };
    for (const [name, object] of Object.entries(objects)) {
        assert.deepEqual(realMembers(object), declaredMembers(name), name);
    }
    const counters = [...options.split('interface Stats')[1].split('}')[0]
        .matchAll(/readonly (\w+): number;/g)].map(([, name]) => name);
    assert.deepEqual(realMembers(kit.stats), [...declaredMembers('Stats'), ...counters].sort());
    assert.deepEqual(Object.keys(kit.stats.toJSON()).sort(),
        realMembers(kit.stats).filter((name) => name !== 'toJSON'));
    const presetNames = [...types.split('type EmitterPreset =')[1].split(';')[0]
        .matchAll(/'(\w+)'/g)].map(([, name]) => name);
    assert.deepEqual(Object.keys(willowisp.presets.emitterStyle), presetNames);
    kit.dispose();
});

test('every function of the core is called by the JavaScript', () => {
    const folder = join(root, 'web');
    const source = readdirSync(folder).filter((name) => name.endsWith('.js'))
        .map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
    const unused = declaredFunctions().filter((name) => !source.includes(name));
    assert.deepEqual(unused, []);
});

test('one version: package.json, the core, the kit', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const kit = await openKit();
    assert.equal(kit.version, version);
    kit.dispose();
});
