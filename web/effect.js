// What trails and emitters have in common, and their styles: a source follows a transform and
// looks as a style says, each given or made for it alone. A `family` has the names of their calls
// in the core, of its events and of the one that ends it.

import { InvalidDefError } from './errors.js';
import {
    check, checkHandle, checkObject, copyOptions, jsonOptions, refuseValue, writeOptions,
} from './options.js';
import { Transform } from './transforms.js';

// Textures that were destroyed since.
function withoutGone(options) {
    return Object.fromEntries(Object.entries(options).filter(([, value]) => !value?._gone));
}

export class Style {
    #kit;
    #family;
    #handle;
    #options;
    #owned = new Set(); // transforms that were made for sources of this style alone

    constructor(kit, family, options) {
        this.#kit = kit;
        this.#family = family;
        const wish = checkObject(family.schema, this._expand(options));
        this.#handle = checkHandle(kit._loaded, this.#write(family.createStyle, wish));
        this.#options = copyOptions(wish); // the game may go on writing into its lists
    }

    // Options that stand for others are replaced by these.
    _expand(options) {
        return options;
    }

    #write(call, options, ...handle) {
        const { core } = this.#kit._loaded;
        const kit = this.#kit._live();
        const { at, keysAt, keyCount } = writeOptions(
            this.#kit._loaded, this.#family.schema, options, core[this.#family.fillStyle],
        );
        return core[call](kit, ...handle, at, keysAt, keyCount);
    }

    get _handle() {
        return this.#handle;
    }

    get _kit() {
        return this.#kit;
    }

    get _owned() {
        return this.#owned;
    }

    /** Changes the named options and with them all that is drawn with the style. */
    set(options) {
        const wish = checkObject(this.#family.schema, this._expand(options));
        const merged = { ...withoutGone(this.#options), ...wish };
        const status = this.#write(this.#family.setStyle, merged, this.#handle);
        check(this.#kit._loaded, status);
        this.#options = copyOptions(merged);
    }

    /** The options that the style was made with, as JSON has them. */
    toJSON() {
        return jsonOptions(this.#options);
    }

    /** Destroys the style and all that is drawn with it. */
    destroy() {
        const { core } = this.#kit._loaded;
        const kit = this.#kit._live();
        check(this.#kit._loaded, core[this.#family.destroyStyle](kit, this.#handle));
        for (const transform of this.#owned) transform._release();
        this.#owned.clear();
    }
}

export class Source {
    #kit;
    #family;
    #handle;
    #emitting = true;

    /** `Own` is the class of its styles, `alone` the options of a style for this source alone. */
    constructor(kit, family, Own, alone, styleOrOptions, options) {
        const { name } = family;
        const { transform, seed } = options;
        this.#kit = kit;
        this.#family = family;
        const hasStyle = styleOrOptions instanceof Style;
        if (hasStyle && !(styleOrOptions instanceof Own && styleOrOptions._kit === kit)) {
            throw new InvalidDefError(`${name}: style must be ${Own.name} of this kit`);
        }
        if (transform !== undefined && !(transform instanceof Transform)) {
            refuseValue(`${name}: transform`, transform, 'a Transform of this kit');
        }
        /** The style that draws it. */
        this.style = hasStyle
            ? styleOrOptions
            : new Own(kit, { ...alone, ...checkObject(family.schema, styleOrOptions) });
        this._ownsStyle = !hasStyle;
        try {
            /** The source: what it follows. */
            this.transform = transform ?? new Transform(kit);
            if (!transform) this.style._owned.add(this.transform);
            this.#handle = this.#create(seed ?? this.transform.slot);
        } catch (error) {
            if (!transform) this.#releaseTransform();
            if (!hasStyle) this.style.destroy();
            throw error;
        }
    }

    #create(seed) {
        const { core } = this.#kit._loaded;
        const transform = this.transform._handleIn(this.#kit);
        return checkHandle(
            this.#kit._loaded,
            core[this.#family.create](
                this.#kit._live(), this.style._handle, transform, seed,
            ),
        );
    }

    // Only what was made for this source is in the style's list.
    #releaseTransform() {
        if (this.style._owned.delete(this.transform)) this.transform._release();
    }

    get _kit() {
        return this.#kit;
    }

    get _handle() {
        return this.#handle;
    }

    _call(name, ...rest) {
        const { core } = this.#kit._loaded;
        check(this.#kit._loaded, core[name](this.#kit._live(), this.#handle, ...rest));
    }

    /** While false nothing is laid; what is laid ages out. */
    get emitting() {
        return this.#emitting;
    }
    set emitting(on) {
        this._call(this.#family.setEmitting, on ? 1 : 0);
        this.#emitting = Boolean(on);
    }

    // The `on` of families that have events.
    _listen(name, handler) {
        return this.#kit._listen(this.#handle, this, this.#family, name, handler);
    }

    /** Ends it; what it laid lives on. */
    destroy() {
        this._call(this.#family.destroy);
        this.#kit._events.forget(this.#handle, this.#family.lastEvent);
        this.#releaseTransform();
    }
}
