// Light and weather: one block for everything that a kit draws.

import {
    check, checkObject, checkOptions, isNumberList, refuseValue, writeOptions,
} from './options.js';

const windOptions = ['direction', 'strength', 'gust'];

export class World {
    #kit;
    #options = {};

    constructor(kit) {
        this.#kit = kit;
    }

    /** Changes the named options (sun, ambient, wind, fog); the others stay. */
    set(options) {
        const merged = { ...this.#options, ...checkObject('world', options) };
        const { core } = this.#kit._loaded;
        const kit = this.#kit._live();
        const { at } = writeOptions(
            this.#kit._loaded,
            'world',
            merged,
            core.ww_defaultWorldDef,
        );
        check(this.#kit._loaded, core.ww_setWorld(kit, at));
        this.#options = structuredClone(merged);
    }

    toJSON() {
        return structuredClone(this.#options);
    }
}

/** `fx.wind.set({ direction: [1, 0], strength: 0.4 })`: the wind's part of the world. */
export class Wind {
    #world;

    constructor(world) {
        this.#world = world;
    }

    set(options) {
        const { direction, strength, gust } = checkOptions('wind', options, windOptions);
        const known = direction === undefined || isNumberList(direction, 2);
        if (!known && !isNumberList(direction, 3)) {
            refuseValue('wind: direction', direction, '[x, z] or [x, y, z], each between -1 and 1');
        }
        this.#world.set({
            ...(direction && { windDirection: [direction[0], 0, direction.at(-1)] }),
            ...(strength !== undefined && { windStrength: strength }),
            ...(gust !== undefined && { windGust: gust }),
        });
    }
}
