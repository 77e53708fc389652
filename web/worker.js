// `willowisp/worker`: transforms and a camera that one thread writes and another reads, for kits
// that draw on an OffscreenCanvas in a worker. Frames go through a SharedArrayBuffer with three
// places: one is written, one is read, one waits between them, so that neither thread ever waits
// and no frame is read half written.

import { InvalidDefError } from './errors.js';
import { isNumberList, refuseValue } from './options.js';
import { FLOATS_PER_TRANSFORM } from './transforms.js';

const CAMERA_FLOATS = 32; // view, projection
const HEADER_BYTES = 8; // which place waits, with FRESH: and was not read yet; how many slots
const PLACES = 3;
const FRESH = 4;
const MOST_SLOTS = 1048576;

const floatsOf = (slots) => CAMERA_FLOATS + slots * FLOATS_PER_TRANSFORM;

function placesOf(buffer, slots) {
    return Array.from({ length: PLACES }, (_, i) => (
        new Float32Array(buffer, HEADER_BYTES + i * floatsOf(slots) * 4, floatsOf(slots))));
}

function checkSlot(name, slot, count) {
    if (Number.isInteger(slot) && slot >= 0 && slot < count) return;
    refuseValue(`${name}: slot`, slot, `a whole number from 0 to ${count - 1}`);
}

/** The side that knows where things are: the page. */
export class TransformWriter {
    #header = null;
    #places;
    #own = 0; // the place that is written
    #frame;

    constructor(slots) {
        if (!Number.isInteger(slots) || slots < 1 || slots > MOST_SLOTS) {
            refuseValue('TransformWriter: slots', slots, `a whole number from 1 to ${MOST_SLOTS}`);
        }
        this.slots = slots;
        this.#frame = new Float32Array(floatsOf(slots));
        /** 8 floats a slot, as in `kit.transforms.data`: write them directly, or with `set`. */
        this.data = this.#frame.subarray(CAMERA_FLOATS);
        for (let slot = 0; slot < slots; slot++) this.set(slot, 0, 0, 0, [0, 0, 0, 1], 1);
        /** What the other thread is sent, once; null without cross-origin isolation. */
        this.buffer = null;
        if (!globalThis.crossOriginIsolated) return;
        this.buffer = new SharedArrayBuffer(HEADER_BYTES + PLACES * this.#frame.byteLength);
        this.#header = new Int32Array(this.buffer, 0, 2);
        this.#header.set([1, slots]);
        this.#places = placesOf(this.buffer, slots);
    }

    /** Position in metres, and where given a rotation ({ x, y, z, w } or a list) and a scale. */
    set(slot, x, y, z, rotation, scale) {
        checkSlot('TransformWriter', slot, this.slots);
        const { data } = this;
        const at = slot * FLOATS_PER_TRANSFORM;
        data[at] = x;
        data[at + 1] = y;
        data[at + 2] = z;
        if (scale !== undefined) data[at + 3] = scale;
        if (!rotation) return;
        const isList = rotation.length === 4;
        data[at + 4] = isList ? rotation[0] : rotation.x;
        data[at + 5] = isList ? rotation[1] : rotation.y;
        data[at + 6] = isList ? rotation[2] : rotation.z;
        data[at + 7] = isList ? rotation[3] : rotation.w;
    }

    /** The camera of the frame: 16 numbers each, column-major. */
    setCamera(view, projection) {
        for (const [name, matrix] of Object.entries({ view, projection })) {
            if (isNumberList(matrix, 16)) continue;
            refuseValue(`TransformWriter: ${name}`, matrix, '16 numbers, column-major');
        }
        this.#frame.set(view, 0);
        this.#frame.set(projection, 16);
    }

    /**
     * Hands over what was written, as one frame. Returns it: without a shared buffer, post it to
     * the worker, whose reader takes it.
     */
    commit() {
        if (this.#header) {
            this.#places[this.#own].set(this.#frame);
            this.#own = Atomics.exchange(this.#header, 0, this.#own | FRESH) & ~FRESH;
        }
        return this.#frame;
    }
}

/** The side that draws: the worker. */
export class TransformReader {
    #header = null;
    #places;
    #own = 2; // the place that is read
    #frame = null;
    #slots = null;
    #followers = []; // { slot, transform }

    /** Of the writer's `buffer`; null: frames are given to `take`. */
    constructor(buffer = null) {
        /** The last frame's camera, as `kit.draw` takes it; null before the first frame. */
        this.camera = null;
        if (buffer === null) return;
        const isShared = globalThis.SharedArrayBuffer && buffer instanceof SharedArrayBuffer;
        if (!isShared) throw new InvalidDefError('TransformReader: buffer must be a writer\'s');
        this.#header = new Int32Array(buffer, 0, 2);
        this.#slots = this.#header[1];
        this.#places = placesOf(buffer, this.#slots);
    }

    /** A transform of the kit goes where the writer's slot says, until it is destroyed. */
    follow(slot, transform) {
        checkSlot('TransformReader', slot, this.#slots ?? MOST_SLOTS);
        this.#followers.push({ slot, transform });
        return transform;
    }

    /** A frame that was posted. */
    take(frame) {
        const isFrame = frame instanceof Float32Array && frame.length > CAMERA_FLOATS &&
            frame.length % FLOATS_PER_TRANSFORM === 0;
        if (!isFrame) refuseValue('TransformReader: frame', frame, 'what commit() returned');
        this.#slots = (frame.length - CAMERA_FLOATS) / FLOATS_PER_TRANSFORM;
        this.#show(frame);
    }

    #show(frame) {
        this.#frame = frame;
        this.camera = { view: frame.subarray(0, 16), projection: frame.subarray(16, 32) };
    }

    /**
     * Takes the newest frame, writes it to the kit's table, and updates the kit. Returns whether
     * there is a frame to draw (`kit.draw(reader.camera)`): before the first one nothing happens.
     */
    update(kit, dt) {
        if (this.#header && Atomics.load(this.#header, 0) & FRESH) {
            this.#own = Atomics.exchange(this.#header, 0, this.#own) & ~FRESH;
            this.#show(this.#places[this.#own]);
        }
        if (!this.#frame) return false;
        this.#write(kit.transforms.data);
        kit.update(dt);
        return true;
    }

    #write(data) {
        let kept = 0;
        for (const follower of this.#followers) {
            const { slot, transform } = follower;
            if (!transform._alive) continue;
            this.#followers[kept++] = follower;
            if (slot >= this.#slots) continue; // of a shorter frame that was posted
            const at = CAMERA_FLOATS + slot * FLOATS_PER_TRANSFORM;
            const to = transform.slot * FLOATS_PER_TRANSFORM;
            for (let i = 0; i < FLOATS_PER_TRANSFORM; i++) data[to + i] = this.#frame[at + i];
        }
        this.#followers.length = kept;
    }
}
