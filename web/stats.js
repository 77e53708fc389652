// The counters, read from the core's heap, and their copy on the canvas as data attributes.

import { readList } from './schema.js';

const ATTRIBUTE_INTERVAL = 250; // milliseconds

function toDataset(name) {
    return `ww${name[0].toUpperCase()}${name.slice(1)}`;
}

export class Stats {
    #kit;
    #read;
    #frames = 0;
    #cpu = 0;
    #fps = 0;
    #windowStart = performance.now();
    #windowFrames = 0;

    constructor(kit) {
        this.#kit = kit;
        const { core, memory } = kit._loaded;
        const names = readList(core.ww_statName, (at) => memory.readString(at));
        this.#read = names.map((name, i) => [name, i]);
        for (const [name, i] of this.#read) {
            Object.defineProperty(this, name, { enumerable: true, get: () => this.#value(i) });
        }
    }

    #value(index) {
        const { core, memory } = this.#kit._loaded;
        const at = core.ww_stats(this.#kit._live());
        return memory.f64[(at >> 3) + index];
    }

    /** Frames drawn since the kit was created. */
    get frame() {
        return this.#frames;
    }
    /** Frames a second, over the last quarter of a second or more. */
    get fps() {
        return this.#fps;
    }
    /** Milliseconds of the main thread for the last update and the draws since it. */
    get cpuMs() {
        return this.#cpu;
    }
    /** Bytes of the core's heap. */
    get heapBytes() {
        return this.#kit._loaded.memory.buffer.byteLength;
    }

    _beginUpdate(milliseconds) {
        this.#cpu = milliseconds;
    }

    _endDraw(milliseconds, now) {
        this.#cpu += milliseconds;
        this.#frames++;
        this.#windowFrames++;
        const span = now - this.#windowStart;
        if (span < ATTRIBUTE_INTERVAL) return false;
        this.#fps = (1000 * this.#windowFrames) / span;
        this.#windowStart = now;
        this.#windowFrames = 0;
        return true;
    }

    toJSON() {
        const { frame, fps, cpuMs, heapBytes } = this;
        const counters = Object.fromEntries(this.#read.map(([name]) => [name, this[name]]));
        return { frame, fps, cpuMs, ...counters, heapBytes };
    }

    _writeTo(dataset) {
        const all = this.toJSON();
        for (const name of Object.keys(all)) {
            const value = all[name];
            dataset[toDataset(name)] = Number.isInteger(value) ? value : value.toFixed(3);
        }
    }
}
