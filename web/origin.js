// The floating origin: where it is, and what that means for places that JavaScript keeps.

import { check, refuseValue } from './options.js';

const FARTHEST = 1e9; // metres of one shift

export class Origin {
    #kit;
    #at = [0, 0, 0];

    constructor(kit) {
        this.#kit = kit;
    }

    get at() {
        return [...this.#at];
    }

    shift(by) {
        by.forEach((value, i) => {
            const inside = typeof value === 'number' && Math.abs(value) <= FARTHEST;
            if (!inside) refuseValue(`shiftOrigin: ${'xyz'[i]}`, value, 'between -1e9 and 1e9 m');
        });
        const { core } = this.#kit._loaded;
        check(this.#kit._loaded, core.ww_shiftOrigin(this.#kit._live(), ...by));
        this.#at = this.#at.map((value, i) => value + by[i]);
    }

    /** Where a place is now that was given when the origin was at `origin`. */
    placeSince(origin, place) {
        return place.map((value, i) => value - (this.#at[i] - origin[i]));
    }
}
