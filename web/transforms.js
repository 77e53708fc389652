// The table of transforms: 8 floats a slot (position xyz, uniform scale, quaternion xyzw) in the
// core's heap, which games write directly.

import { InvalidDefError, StaleHandleError } from './errors.js';
import { check, checkHandle, refuseValue } from './options.js';

export const FLOATS_PER_TRANSFORM = 8;

export class Transforms {
    #kit;
    #at;
    #data = null;

    constructor(kit) {
        this.#kit = kit;
        this.#at = kit._loaded.core.ww_transforms(kit._pointer);
    }

    /** All slots; a new view after the heap has grown, so read it anew in each frame. */
    get data() {
        const { memory } = this.#kit._loaded;
        this.#kit._live(); // after dispose the heap is another kit's
        if (this.#data?.buffer !== memory.buffer) {
            const length = this.#kit.limits.maxTransforms * FLOATS_PER_TRANSFORM;
            this.#data = new Float32Array(memory.buffer, this.#at, length);
        }
        return this.#data;
    }

    create() {
        return new Transform(this.#kit);
    }
}

export class Transform {
    #kit;
    #handle;
    #alive = true;

    constructor(kit) {
        this.#kit = kit;
        this.#handle = checkHandle(kit._loaded, kit._loaded.core.ww_createTransform(kit._live()));
        /** Number of the slot: its floats begin at `slot * 8` of `fx.transforms.data`. */
        this.slot = kit._loaded.core.ww_transformSlot(kit._live(), this.#handle);
        Object.freeze(this);
    }

    // `orGone`: for what follows it already, and stays where it ended.
    _handleIn(kit, orGone = false) {
        if (kit !== this.#kit) {
            throw new InvalidDefError('transform: it must be a Transform of this kit');
        }
        if (!orGone) this.#checkAlive();
        return this.#handle;
    }

    get _alive() {
        return this.#alive;
    }

    #checkAlive() {
        if (!this.#alive) throw new StaleHandleError('transform: this handle was destroyed');
    }

    /**
     * Position in metres, optional rotation ({ x, y, z, w } or a list of the four), optional
     * uniform scale.
     */
    set(x, y, z, rotation, scale) {
        this.#checkAlive(); // the slot may be another's by now
        const { data } = this.#kit.transforms;
        const at = this.slot * FLOATS_PER_TRANSFORM;
        try {
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
        } catch { // what no number can be made of: a BigInt, a Symbol
            const numbers = [x, y, z, scale, ...Object.values(Object(rotation))];
            const wrong = numbers.find((value) => ['bigint', 'symbol'].includes(typeof value));
            refuseValue('transform: a value', wrong, 'a number');
        }
    }

    /** Relative to the slot of `parent` from the next update on; null: to the world. */
    setParent(parent) {
        if (parent !== null && !(parent instanceof Transform)) {
            refuseValue('transform: parent', parent, 'a Transform of this kit or null');
        }
        const { core } = this.#kit._loaded;
        check(this.#kit._loaded, core.ww_setTransformParent(
            this.#kit._live(), this.#handle, parent ? parent._handleIn(this.#kit) : 0,
        ));
    }

    destroy() {
        const { core } = this.#kit._loaded;
        check(this.#kit._loaded, core.ww_destroyTransform(this.#kit._live(), this.#handle));
        this.#alive = false;
    }

    // For owners that need not know whether the game has destroyed it already.
    _release() {
        if (this.#alive) this.destroy();
    }
}
