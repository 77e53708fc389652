// A tree designer: a preset, a seed, an age, a season, and a slider for every parameter of a tree.
// What is made can be saved as JSON (options for `createTree` and forests) and as a glTF file.

import { createStage, seed as firstSeed } from './stage.js';
import { landMesh } from './scenery.js';

const stage = await createStage({
    sky: 'day',
    orbit: { target: [0, 5, 0], distance: 21, pitch: 0.12, turn: 0.05 },
});
const { fx, scenery, orbit, run } = stage;
const land = landMesh(300, 40, () => 0, () => [0.075, 0.11, 0.035]);
scenery.addMesh(land.vertices, land.indices, { grain: 1 });

const query = new URLSearchParams(location.search);
const design = { preset: query.get('preset') ?? 'oak', seed: firstSeed, age: 1, changes: {} };
let values = {}; // of the preset
const fields = fx.schemas.tree.fields;
const $ = (selector) => document.querySelector(selector);
let forest = null;
let waiting = 0;

function options() {
    return { preset: design.preset, seed: design.seed, ...design.changes };
}

// A tree of its own in a forest of one: forests draw, trees are made.
function rebuild() {
    waiting = 0;
    const next = fx.createForest({
        species: [options()], maxTrees: 1, level1Pixels: 60, level2Pixels: 30, impostorPixels: 1,
        impostorFrames: 3, impostorSize: 16,
    });
    next.plant([{ position: [0, 0, 0], variant: 0, age: design.age }]);
    forest?.destroy();
    forest = next;
}

// Sliders send many changes a frame; one of them is built.
function change(key, value) {
    design.changes[key] = value;
    waiting ||= setTimeout(rebuild, 60);
}

// ---- knobs

function knob(label, input, show) {
    const row = document.createElement('label');
    const output = document.createElement('output');
    const refresh = () => { output.value = show(); };
    input.addEventListener('input', refresh);
    refresh();
    row.append(label, input, output);
    return row;
}

function slider(min, max, value, step, onChange) {
    const input = Object.assign(document.createElement('input'), { type: 'range', min, max, step });
    input.value = value;
    input.addEventListener('input', () => onChange(Number(input.value)));
    return input;
}

function numberKnob(key, field) {
    const value = values[key];
    const step = field.type === 'int' ? 1 : (field.max - field.min) / 200;
    const input = slider(field.min, field.max, value, step, (number) => change(key, number));
    const row = knob(key, input, () => Number(Number(input.value).toFixed(2)));
    row.title = field.unit ? `${field.min} to ${field.max} ${field.unit}` : key;
    return row;
}

function choiceKnob(key, field) {
    const input = document.createElement('select');
    const values = field.values ?? ['false', 'true'];
    input.append(...values.map((name) => new Option(name, name)));
    input.value = String(values[key]);
    input.onchange = () => change(key, field.values ? input.value : input.value === 'true');
    return knob(key, input, () => '');
}

const kinds = { float: numberKnob, int: numberKnob, enum: choiceKnob, bool: choiceKnob };

function showKnobs() {
    const seed = slider(0, 200, design.seed, 1, (value) => {
        design.seed = value;
        waiting ||= setTimeout(rebuild, 60);
    });
    const age = slider(0.02, 1, design.age, 0.01, (value) => {
        design.age = value;
        waiting ||= setTimeout(rebuild, 60);
    });
    const season = slider(0, 1, 0.5, 0.01, (value) => fx.world.set({ season: value }));
    const own = [['seed', seed], ['age', age], ['season', season]]
        .map(([name, input]) => knob(name, input, () => input.value));
    const rest = Object.entries(fields).filter(([, field]) => kinds[field.type])
        .map(([key, field]) => kinds[field.type](key, field));
    $('#knobs').replaceChildren(...own, ...rest);
}

function choose(preset) {
    Object.assign(design, { preset, changes: {} });
    values = fx.treePreset(preset);
    for (const button of document.querySelectorAll('#effects button')) {
        button.setAttribute('aria-pressed', button.textContent === preset);
    }
    showKnobs();
    rebuild();
}

for (const name of fx.treePresets) {
    const button = Object.assign(document.createElement('button'), { textContent: name });
    button.onclick = () => choose(name);
    $('#effects').append(button);
}

// ---- files

function save(name, parts, type) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(parts, { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

$('#json').onclick = () => {
    save(`${design.preset}.json`, [JSON.stringify(options(), null, 4)], 'application/json');
};
$('#glb').onclick = () => {
    const tree = fx.createTree({ ...options(), age: design.age });
    tree.on('generated', async () => {
        save(`${design.preset}.glb`, [await tree.toGlb()], 'model/gltf-binary');
        tree.destroy();
    });
};

choose(design.preset);
orbit.distance = Number(query.get('distance') ?? orbit.distance);
fx.wind.set({ direction: [1, 0.2], strength: 0.3, gust: 0.6 });
run(() => {});
