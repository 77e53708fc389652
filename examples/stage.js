// What every example page shares: a canvas, a host that draws sky and land, a kit in the host's
// context, an orbiting camera, the loop, and the statistics read from the canvas.
//
// `?frame=120&seed=1` runs that many fixed steps of 1/60 s, draws once and sets
// `document.documentElement.dataset.done`, so that a page is a picture that can be tested.
// `&view=yaw,pitch,distance` looks from there, `&view=down` straight down.

import { createKit } from 'willowisp';
import { add, clamp, lookAt, multiply, perspective, project, scale } from './maths.js';
import { Scenery, skies } from './scenery.js';

const query = new URLSearchParams(location.search);
const STEP = 1 / 60;

/** Seed of the page: `?seed=`, 1 without it. */
export const seed = Number(query.get('seed') ?? 1);

function worldFrom(sky) {
    return {
        sunDirection: sky.sun,
        sunColor: sky.sunColor,
        skyColor: sky.skyColor,
        groundColor: sky.groundColor,
        fogColor: sky.horizon,
        fogDensity: sky.fog,
    };
}

function fit(canvas) {
    const ratio = Math.min(devicePixelRatio, 2);
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width === width && canvas.height === height) return;
    canvas.width = width;
    canvas.height = height;
}

class Orbit {
    constructor(
        canvas,
        { target = [0, 1, 0], distance = 10, yaw = 0.5, pitch = 0.25, turn = 0.1 },
    ) {
        Object.assign(this, { target, distance, yaw, pitch, turn });
        if (query.get('view') === 'down') {
            [this.pitch, this.turn] = [1.57, 0];
        } else if (query.has('view')) {
            [this.yaw, this.pitch, this.distance] = query.get('view').split(',').map(Number);
            this.turn = 0;
        }
        canvas.addEventListener('pointermove', (event) => {
            if (!event.buttons) return;
            this.turn = 0;
            this.yaw -= event.movementX * 0.006;
            this.pitch = clamp(this.pitch + event.movementY * 0.006, -0.3, 1.5);
        });
        canvas.addEventListener('wheel', (event) => {
            event.preventDefault();
            this.distance = clamp(this.distance * Math.exp(event.deltaY * 0.001), 1, 2000);
        }, { passive: false });
    }

    update(dt) {
        this.yaw += this.turn * dt;
    }

    get pose() {
        const { yaw, pitch, distance, target } = this;
        const away = [
            Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch),
        ];
        return { eye: add(target, scale(away, distance)), target, up: [0, 1, 0] };
    }
}

// Names of things, written beside them.
class Labels {
    #labels = [];

    add(text, position) {
        const element = document.createElement('span');
        element.className = 'label';
        element.textContent = text;
        document.body.append(element);
        this.#labels.push({ element, position });
    }

    place(viewProjection) {
        for (const { element, position } of this.#labels) {
            const [x, y, depth] = project(viewProjection, position);
            element.hidden = depth <= 0;
            element.style.left = `${50 + 50 * x}%`;
            element.style.top = `${50 - 50 * y}%`;
        }
    }
}

/** Writes the counters of the canvas beside it. */
export function showStats(canvas) {
    const panel = document.querySelector('#stats');
    if (!panel) return;
    const always = ['fps', 'cpuMs', 'drawCalls', 'uploadBytes'];
    const living = ['trails', 'trailPoints', 'beams', 'particles', 'trees', 'impostors'];
    const read = (name) =>
        Number(canvas.dataset[`ww${name[0].toUpperCase()}${name.slice(1)}`] ?? 0);
    setInterval(() => {
        panel.textContent = [...always, ...living.filter(read)].map((name) => {
            const value = read(name);
            return `${name.replace(/[A-Z]/g, (c) => ` ${c.toLowerCase()}`)}  ${
                Number.isInteger(value) ? value.toLocaleString('en') : value.toFixed(2)}`;
        }).join('\n');
    }, 250);
}

/**
 * @param options sky (`day`, `dusk`, `night`), fovY, orbit (start of the camera), kit (limits)
 * @returns { fx, gl, canvas, scenery, orbit, labels, run(onStep), camera }
 */
export async function createStage({ sky = 'day', fovY = 0.9, orbit = {}, kit = {} } = {}) {
    const canvas = document.querySelector('canvas');
    const gl = canvas.getContext('webgl2', { antialias: true, alpha: false, stencil: true });
    if (!gl) throw new Error('This page needs WebGL2.');
    fit(canvas);
    const scenery = new Scenery(gl, skies[sky]);
    const fx = await createKit({
        gl,
        multisampled: gl.getContextAttributes().antialias,
        statsEveryFrame: query.has('frame'),
        ...kit,
    });
    fx.world.set(worldFrom(skies[sky]));
    const stage = {
        fx, gl, canvas, scenery,
        orbit: new Orbit(canvas, orbit),
        labels: new Labels(),
        time: 0,
        camera: null, // set it to { eye, target, up } to leave the orbit
        run,
        redraw: render,
    };

    function render() {
        fit(canvas);
        if (!canvas.width || !canvas.height) return; // squeezed out of a small window
        const { eye, target, up } = stage.camera ?? stage.orbit.pose;
        const view = lookAt(eye, target, up);
        const aspect = canvas.width / canvas.height;
        const projection = perspective(fovY, aspect, 0.3, 4000);
        scenery.draw({ view, projection, eye });
        fx.draw({ view, projection });
        stage.labels.place(multiply(projection, view));
    }

    function step(dt, onStep) {
        stage.time += dt;
        stage.orbit.update(dt);
        onStep(dt, stage.time);
        fx.update(dt);
    }

    // `onStep(dt, time)` moves things; `onReady` runs before a fixed-frame picture is drawn.
    function run(onStep) {
        showStats(canvas);
        if (query.has('frame')) {
            for (let i = 0; i < Number(query.get('frame')); i++) step(STEP, onStep);
            render();
            // What the first draw built and baked is there in the second, whose counts are shown.
            fx.update(0);
            render();
            document.documentElement.dataset.done = 'true';
            return;
        }
        let last = performance.now();
        const frame = (now) => {
            step(clamp((now - last) / 1000, 0, 0.1), onStep);
            last = now;
            render();
            requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    }

    window.stage = stage; // for the console
    return stage;
}
