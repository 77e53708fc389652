// The gallery: every emitter preset, a few trails and beams live, with sliders made from the
// parameter schema, the statistics of the canvas, and the code that makes what is seen.

import { presets } from 'willowisp';
import { createStage, seed } from './stage.js';
import { landMesh } from './scenery.js';

const trailLooks = {
    comet: {
        lifetime: 1.4, width: 0.8, color: [1.6, 1.6, 1.6, 1], blend: 'additive', softness: 1,
        colorOverLength: ['#fff4d0', '#ffb02e', '#ff5500', '#40100000'],
        widthOverLength: [0.5, 1, 0.6, 0.1],
    },
    silk: {
        lifetime: 2, width: 0.5, softness: 0.1, fadeMode: 'width',
        colorOverLength: ['#9fe8ff', '#3d7bff', '#5b2bd9'], widthOverLength: [0.1, 1, 0.7],
    },
    contrail: {
        lifetime: 3, width: 0.14, softness: 1, alphaOverAge: [0, 0.8, 0.3, 0],
        widthOverAge: [1, 2, 4],
    },
};

const beamLooks = {
    laser: { width: 0.3, color: [2, 0.15, 0.1, 1] },
    lightning: {
        width: 0.22, color: [0.4, 0.6, 2.2, 1], jitter: 0.13, segments: 32, branches: 4,
        flicker: 0.5,
    },
    plasma: {
        width: 0.35, color: [1.8, 0.3, 1.4, 1], jitter: 0.12, segments: 24, jitterRate: 4,
        jitterBlend: 1,
    },
};

const effects = [
    ...Object.keys(trailLooks).map((name) => ({ kind: 'trailStyle', name })),
    ...Object.keys(beamLooks).map((name) => ({ kind: 'beamStyle', name })),
    ...Object.keys(presets.emitterStyle).map((name) => ({ kind: 'emitterStyle', name })),
];

const stage = await createStage({
    sky: 'night',
    orbit: { target: [0, 1.8, 0], distance: 10, pitch: 0.15 },
});
const { fx, scenery, run } = stage;
const floor = landMesh(900, 8, () => 0, () => [0.05, 0.052, 0.06]);
scenery.addMesh(floor.vertices, floor.indices);

let shown = null; // { kind, name, options, live }

const $ = (selector) => document.querySelector(selector);

// ---- the effect on the stage

function optionsOf({ kind, name }) {
    const looks = { trailStyle: trailLooks, beamStyle: beamLooks, ...presets };
    return { ...looks[kind][name] };
}

// Where an effect begins: what falls begins above the camera, what bursts needs room below.
const heights = { rain: 7, snow: 6, explosion: 2.8, fireflies: 1.6, magic: 1, sparks: 1 };

function createBeam(options) {
    const style = fx.createBeamStyle(options);
    const transform = fx.createTransform();
    fx.createBeam(style, { from: [-3.6, 1.6, 0], to: transform, seed });
    const destroy = () => {
        style.destroy();
        transform.destroy();
    };
    return { style, transform, destroy };
}

function create({ kind, name, options }) {
    if (kind === 'trailStyle') return fx.createTrail({ maxPoints: 512, ...options });
    if (kind === 'beamStyle') return createBeam(options);
    const emitter = fx.createEmitter(options, { seed });
    emitter.transform.set(0, heights[name] ?? 0.3, 0);
    return emitter;
}

function show(effect) {
    shown?.live.destroy();
    shown = { ...effect, options: optionsOf(effect) };
    shown.live = create(shown);
    for (const button of document.querySelectorAll('#effects button')) {
        button.setAttribute('aria-pressed', button.dataset.name === effect.name);
    }
    showKnobs();
    showCode();
}

function change(key, value) {
    shown.live.style.set({ [key]: value });
    shown.options[key] = value;
    showCode();
}

// ---- knobs from the schema

// A slider's ends: the legal range is often far wider than what is useful.
function sliderRange(field, value) {
    const high = Math.min(field.max, Math.max(value * 4, field.default * 4, field.min + 1));
    return { min: Math.max(field.min, Math.min(0, value * 2)), max: high };
}

function makeInput(key, field) {
    const value = shown.options[key] ?? field.default;
    if (field.type === 'enum') {
        const select = document.createElement('select');
        select.append(...field.values.map((name) => new Option(name, name)));
        select.value = value;
        select.onchange = () => change(key, select.value);
        return { input: select, text: '' };
    }
    const input = document.createElement('input');
    if (field.type === 'bool') {
        Object.assign(input, { type: 'checkbox', checked: value });
        input.onchange = () => change(key, input.checked);
        return { input, text: '' };
    }
    const number = Array.isArray(value) ? value[1] : value;
    const { min, max } = sliderRange({ ...field, default: [field.default].flat().at(-1) }, number);
    Object.assign(input, { type: 'range', min, max, step: (max - min) / 200, value: number });
    return { input, text: number.toFixed(2), number: true };
}

const sliderTypes = ['float', 'range', 'enum', 'bool'];
const fixedWhenMade = ['maxTrails', 'maxPoints', 'maxParticles', 'maxEmitters', 'maxBeams', 'space',
    'simulated'];

function showKnobs() {
    const knobs = Object.entries(fx.schemas[shown.kind].fields)
        .filter(([key, field]) => sliderTypes.includes(field.type) && !fixedWhenMade.includes(key));
    $('#knobs').replaceChildren(...knobs.map(([key, field]) => {
        const label = document.createElement('label');
        const output = document.createElement('output');
        const { input, text, number } = makeInput(key, field);
        output.value = text;
        label.title = field.unit ? `${field.min} to ${field.max} ${field.unit}` : key;
        if (number) {
            input.oninput = () => {
                output.value = Number(input.value).toFixed(2);
                const span = shown.options[key] ?? field.default;
                const value = Number(input.value);
                change(key, Array.isArray(span) ? [Math.min(span[0], value), value] : value);
            };
        }
        label.append(key, input, output);
        return label;
    }));
}

// ---- the code to copy

function showCode() {
    const own = optionsOf(shown);
    const changed = Object.fromEntries(Object.entries(shown.options)
        .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(own[key])));
    const isPreset = shown.kind === 'emitterStyle';
    const options = isPreset ? { preset: shown.name, ...changed } : shown.options;
    const json = JSON.stringify(options, null, 4)
        .replace(/\[\s+([^[\]{}]*?)\s+\]/g, (_, list) => `[${list.replace(/\s+/g, ' ')}]`)
        .replace(/"(\w+)":/g, '$1:')
        .replaceAll('"', "'");
    const make = {
        trailStyle: `const trail = fx.createTrail(${json});`,
        emitterStyle: `const emitter = fx.createEmitter(${json});`,
        beamStyle: `const style = fx.createBeamStyle(${json});
const beam = fx.createBeam(style, { from: [0, 0, 0], to: fx.createTransform() });`,
    };
    const move = {
        trailStyle: 'trail.transform.set(x, y, z, quaternion);',
        emitterStyle: 'emitter.transform.set(x, y, z, quaternion);',
        beamStyle: 'beam.set({ from: [x, y, z] });',
    };
    $('#code').textContent = `import { createKit } from 'willowisp';

const fx = await createKit({ canvas });
${make[shown.kind]}

// each frame
${move[shown.kind]}
fx.update(dt);
fx.draw({ view, projection });`;
}

$('#copy').onclick = async () => {
    await navigator.clipboard.writeText($('#code').textContent);
    $('#copy').textContent = 'copied';
    setTimeout(() => {
        $('#copy').textContent = 'copy';
    }, 1200);
};

const titles = { trailStyle: 'trails', beamStyle: 'beams', emitterStyle: 'particles' };
let heading = '';
for (const effect of effects) {
    if (titles[effect.kind] !== heading) {
        heading = titles[effect.kind];
        $('#effects').append(Object.assign(document.createElement('li'), { textContent: heading }));
    }
    const button = document.createElement('button');
    Object.assign(button, { textContent: effect.name, onclick: () => show(effect) });
    button.dataset.name = effect.name;
    $('#effects').append(button);
}

const wanted = new URLSearchParams(location.search).get('effect');
show(effects.find(({ name }) => name === wanted) ?? effects[0]);

const bursts = { explosion: 1.6, splash: 1.2 };

run((dt, time) => {
    if (shown.kind !== 'emitterStyle') {
        const t = time * (shown.kind === 'trailStyle' ? 2.2 : 0.5);
        shown.live.transform.set(
            Math.cos(t) * 3.4, 2 + Math.sin(t * 1.31) * 1.4, Math.sin(t) * 2.4,
        );
        return;
    }
    const every = bursts[shown.name] ?? (shown.live.rate === 0 ? 1 : Infinity);
    if (Math.floor(time / every) !== Math.floor((time - dt) / every)) shown.live.burst(60);
});
