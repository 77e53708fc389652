// What undergrowth bows to: spheres that follow transforms.

import { check, checkOptions, lastError, refuseValue } from './options.js';
import { Transform } from './transforms.js';

const MOST = 32; // WW_TRAMPLERS, src/effects/forest/trample.h

export class Tramplers {
    #kit;

    constructor(kit) {
        this.#kit = kit;
    }

    #handleOf(one, i) {
        const { transform } = checkOptions(`tramplers[${i}]`, one, ['transform', 'radius']);
        if (transform instanceof Transform) return transform._handleIn(this.#kit);
        return refuseValue(`tramplers[${i}]: transform`, transform, 'a Transform of this kit');
    }

    #radiusOf({ radius = 0.5 }, i) {
        if (typeof radius === 'number' && radius >= 0.001 && radius <= 100) return radius;
        return refuseValue(`tramplers[${i}]: radius`, radius, 'between 0.001 and 100 m');
    }

    /**
     * Up to 32 spheres `[{ transform, radius }]`, followed from now on in place of those before;
     * the radius is in metres, at the transform's scale 1.
     */
    set(list) {
        const kit = this.#kit._live();
        if (!Array.isArray(list) || list.length > MOST) {
            refuseValue('tramplers', list, `a list of up to ${MOST} { transform, radius }`);
        }
        const handles = list.map((one, i) => this.#handleOf(one, i));
        const radii = list.map((one, i) => this.#radiusOf(one, i));
        const { core, memory } = this.#kit._loaded;
        const at = core.ww_scratch(8 * MOST);
        if (!at) throw lastError(this.#kit._loaded);
        memory.u32.set(handles, at >> 2);
        memory.f32.set(radii, (at >> 2) + MOST);
        check(this.#kit._loaded, core.ww_setTramplers(kit, at, at + 4 * MOST, list.length));
        return this;
    }
}
