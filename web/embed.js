// `willowisp/embed`: effects in a page without code.
//
//     <script type="module" src="…/willowisp/web/embed.js"></script>
//     <canvas data-willowisp="fireflies"></canvas>
//
// The attribute names an effect of `willowisp/presets`, or is the URL of an effect as JSON. This is
// the one entry that does something when it is imported.

import { effects } from './effect-presets.js';
import { fetchEffect } from './effects.js';
import { InvalidDefError } from './errors.js';
import { createKit } from './index.js';
import { refuseValue } from './options.js';

const STEP = 1 / 30;
const STILL = 3; // seconds that a still picture shows an effect which goes on
const PAUSE = 0.8; // seconds between plays of one that ends
const LONGEST = 0.1; // seconds of one frame
const FOV = 0.8;
const [NEAR, FAR] = [0.1, 200]; // metres

// Metres that the camera stands away, where it is not 6.
const distances = {
    campfire: 7, confetti: 11, explosion: 15, fireflies: 8, leavesInWind: 8, magicCircle: 5,
    muzzleFlash: 4, portal: 7, rain: 9, smoke: 11, snow: 8, sparks: 7, waterSplash: 5,
};

function cameraOf({ canvas, distance }) {
    // From 1.5 m and a sixth of the distance, looking a little down at 0.14 of it.
    const height = 1.5 + distance * 0.16;
    const fall = height - distance * 0.14;
    const length = Math.hypot(fall, distance);
    const [sine, cosine] = [fall / length, distance / length];
    const focus = 1 / Math.tan(FOV / 2);
    return {
        view: [1, 0, 0, 0, 0, cosine, sine, 0, 0, -sine, cosine, 0,
            0, -height * cosine + distance * sine, -height * sine - distance * cosine, 1],
        projection: [focus / (canvas.width / canvas.height), 0, 0, 0, 0, focus, 0, 0,
            0, 0, (FAR + NEAR) / (NEAR - FAR), -1, 0, 0, (2 * FAR * NEAR) / (NEAR - FAR), 0],
    };
}

async function definitionOf(name) {
    if (Object.hasOwn(effects, name)) return effects[name];
    if (/[./]/.test(name)) return fetchEffect(new URL(name, document.baseURI));
    throw new InvalidDefError(`embed: "${name}" is not an effect: use the URL of one as JSON, or ` +
        Object.keys(effects).join(', '));
}

function distanceOf({ willowisp, distance = distances[willowisp] ?? 6 }) {
    const metres = Number(distance);
    if (!(metres > 0 && metres < FAR)) {
        refuseValue('embed: data-distance', distance, `above 0 and below ${FAR} m`);
    }
    return metres;
}

/** One canvas with its effect. */
class Embedded {
    #kit;
    #effect;
    #instance = null;
    #rest = 0; // seconds until the next play
    #last = 0;
    #request = 0;
    #isSeen = false;
    #calm = matchMedia('(prefers-reduced-motion: reduce)');
    #watchers = [];
    #onCalm = () => this.#wake();

    constructor(canvas, kit, effect, distance) {
        Object.assign(this, { canvas, distance });
        this.#kit = kit;
        this.#effect = effect;
        const seen = new IntersectionObserver((entries) => {
            this.#isSeen = entries.at(-1).isIntersecting;
            if (!canvas.isConnected) this.dispose();
            else this.#wake();
        });
        const sized = new ResizeObserver(() => this.#instance && this.#draw());
        this.#watchers = [seen, sized];
        for (const watcher of this.#watchers) watcher.observe(canvas);
        this.#calm.addEventListener('change', this.#onCalm);
    }

    // Runs while it is seen and motion is wanted; else it stands still.
    #wake() {
        cancelAnimationFrame(this.#request);
        if (!this.#isSeen) return;
        if (this.#calm.matches) {
            this.#showStill();
            return;
        }
        this.#last = performance.now();
        this.#request = requestAnimationFrame((now) => this.#frame(now));
    }

    #frame(now) {
        this.#step(Math.min(Math.max(now - this.#last, 0) / 1000, LONGEST));
        this.#last = now;
        this.#draw();
        this.#request = requestAnimationFrame((next) => this.#frame(next));
    }

    #step(dt) {
        if (!this.#instance?.playing) {
            this.#rest -= dt;
            if (this.#rest <= 0) {
                this.#instance = this.#effect.play();
                this.#rest = PAUSE;
            }
        }
        this.#kit.update(dt);
    }

    // An effect that goes on after a while of it; one that ends, at a quarter.
    #showStill() {
        const play = (seconds) => {
            this.#effect.stop();
            this.#instance = this.#effect.play({ seed: 1 });
            let time = 0;
            while (time < seconds && this.#instance.playing) {
                this.#kit.update(STEP);
                time += STEP;
            }
            return time;
        };
        const lived = play(STILL);
        if (!this.#instance.playing) play(lived / 4);
        this.#draw();
    }

    #draw() {
        const { canvas } = this;
        if (!canvas.isConnected || !canvas.clientWidth || !canvas.clientHeight) return;
        const [width, height] = [canvas.clientWidth, canvas.clientHeight];
        this.#kit.resize();
        if (canvas.clientWidth !== width || canvas.clientHeight !== height) {
            // No style says how large it is: its own size would grow with every frame.
            Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
        }
        this.#kit.draw(cameraOf(this));
    }

    /** Ends it and leaves the canvas empty. */
    dispose() {
        cancelAnimationFrame(this.#request);
        for (const watcher of this.#watchers) watcher.disconnect();
        this.#calm.removeEventListener('change', this.#onCalm);
        this.#kit.dispose();
    }
}

/**
 * Shows the effect that the canvas names. What is wrong goes to the console and into the canvas's
 * `data-ww-error`; then it resolves to null.
 */
export async function embed(canvas) {
    let kit;
    try {
        const distance = distanceOf(canvas.dataset);
        const definition = await definitionOf(canvas.dataset.willowisp);
        kit = await createKit({ canvas });
        const effect = kit.createEffect(definition, { maxInstances: 2 });
        return new Embedded(canvas, kit, effect, distance);
    } catch (error) {
        kit?.dispose();
        console.error(error.message);
        canvas.dataset.wwError = error.message;
        return null;
    }
}

// Scripts of type module run when the document is parsed.
for (const canvas of globalThis.document?.querySelectorAll('canvas[data-willowisp]') ?? []) {
    embed(canvas);
}
