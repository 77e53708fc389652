// Beam styles and beams: lasers, tethers and lightning between two points.

import { Style } from './effect.js';
import { InvalidDefError, StaleHandleError } from './errors.js';
import {
    check, checkHandle, checkObject, checkOptions, isNumberList, refuseValue, writeOptions,
} from './options.js';
import { Transform } from './transforms.js';

const statFields = ['requested', 'alive', 'expired', 'released', 'replaced', 'dropped'];

const family = {
    schema: 'beamStyle',
    fillStyle: 'ww_defaultBeamStyleDef',
    createStyle: 'ww_createBeamStyle',
    setStyle: 'ww_setBeamStyle',
    destroyStyle: 'ww_destroyBeamStyle',
};

export class BeamStyle extends Style {
    constructor(kit, options = {}) {
        super(kit, family, options);
    }

    /**
     * What became of the beams it was asked for: `requested` is the sum of `alive`, `expired`,
     * `released`, `replaced` (gave way to newer ones) and `dropped` (no room).
     */
    get stats() {
        const { core, memory } = this._kit._loaded;
        const at = core.ww_beamStats(this._kit._live(), this._handle);
        checkHandle(this._kit._loaded, at);
        return Object.fromEntries(statFields.map((name, i) => [name, memory.f64[(at >> 3) + i]]));
    }
}

const changing = ['from', 'to', 'color', 'width'];

// An option of one width is a factor for both ends.
function widthsOf(width) {
    if (typeof width === 'number') return { fromWidth: width, toWidth: width };
    if (!isNumberList(width, 2)) refuseValue('beam: width', width, 'a number or [from, to]');
    return { fromWidth: width[0], toWidth: width[1] };
}

// The game may go on writing into its lists.
function copyOf(options) {
    const isList = (value) => Array.isArray(value) || ArrayBuffer.isView(value);
    const copies = Object.entries(options)
        .map(([key, value]) => [key, isList(value) ? Array.from(value) : value]);
    return Object.fromEntries(copies);
}

export class Beam {
    #kit;
    #handle;
    #options;
    #origin; // of the kit when these were given

    /** `from` and `to` are points [x, y, z] or transforms, which are followed. */
    constructor(kit, style, options) {
        if (!(style instanceof BeamStyle && style._kit === kit)) {
            throw new InvalidDefError('beam: style must be a BeamStyle of this kit');
        }
        this.#kit = kit;
        this.#origin = kit.origin;
        /** The style that draws it. */
        this.style = style;
        checkOptions('beam', options, [...changing, 'lifetime', 'seed']);
        this.#options = copyOf(checkObject('beam', options));
        const handle = this.#write('ww_createBeam', style._handle, this.#options);
        this.#handle = checkHandle(kit._loaded, handle);
    }

    // `orGone`: the ends among the options that may be transforms that are gone.
    #write(call, handle, options, orGone = []) {
        const { core } = this.#kit._loaded;
        const kit = this.#kit._live();
        const { width = 1, ...rest } = options;
        const transforms = ['from', 'to'].map((end) => {
            const place = options[end];
            if (place instanceof Transform) {
                delete rest[end];
                return place._handleIn(this.#kit, orGone.includes(end));
            }
            if (!isNumberList(place, 3)) {
                refuseValue(`beam: ${end}`, place, '[x, y, z] or a Transform of this kit');
            }
            return 0;
        });
        const numbers = { ...rest, ...widthsOf(width) };
        const { at } = writeOptions(this.#kit._loaded, 'beam', numbers, core.ww_defaultBeamDef);
        return core[call](kit, handle, at, ...transforms);
    }

    /** False once it has ended: released and faded, expired, replaced, or refused (no room). */
    get alive() {
        return Boolean(this.#kit._loaded.core.ww_isBeamAlive(this.#kit._live(), this.#handle));
    }

    // Places that were given before the origin was shifted moved with it.
    #optionsNow() {
        const options = { ...this.#options };
        for (const end of ['from', 'to']) {
            if (!isNumberList(options[end], 3)) continue;
            options[end] = this.#kit._origin.placeSince(this.#origin, options[end]);
        }
        return options;
    }

    /** Changes its ends, colour or width. */
    set(options) {
        const wish = checkObject('beam', checkOptions('beam', options, changing));
        if (!this.alive) throw new StaleHandleError('beam: it has ended');
        const merged = { ...this.#optionsNow(), ...copyOf(wish) };
        const kept = ['from', 'to'].filter((end) => !(end in wish));
        check(this.#kit._loaded, this.#write('ww_setBeam', this.#handle, merged, kept));
        this.#options = merged;
        this.#origin = this.#kit.origin;
    }

    /** Lets it fade over the style's `fadeOut`. Nothing happens when it has ended already. */
    release() {
        this.#kit._loaded.core.ww_releaseBeam(this.#kit._live(), this.#handle);
    }
}
