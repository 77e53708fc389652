// Trail styles and trails: ribbons behind moving transforms.

import { check, checkHandle, checkObject, writeOptions } from './options.js';
import { Transform } from './transforms.js';

export class TrailStyle {
    #kit;
    #handle;
    #options;

    constructor(kit, options = {}) {
        this.#kit = kit;
        this.#options = { ...checkObject('trailStyle', options) };
        this.#handle = this.#write(this.#options, (at, keysAt, keyCount) =>
            checkHandle(
                kit._loaded,
                kit._loaded.core.ww_createTrailStyle(kit._live(), at, keysAt, keyCount),
            ),
        );
    }

    #write(options, call) {
        const { core } = this.#kit._loaded;
        const { at, keysAt, keyCount } = writeOptions(
            this.#kit._loaded,
            'trailStyle',
            options,
            core.ww_defaultTrailStyleDef,
        );
        return call(at, keysAt, keyCount);
    }

    get _handle() {
        return this.#handle;
    }

    /** Changes the named options and with them all trails of the style, idle ones too. */
    set(options) {
        const merged = { ...this.#options, ...checkObject('trailStyle', options) };
        const { core } = this.#kit._loaded;
        this.#write(merged, (at, keysAt, keyCount) =>
            check(
                this.#kit._loaded,
                core.ww_setTrailStyle(this.#kit._live(), this.#handle, at, keysAt, keyCount),
            ),
        );
        this.#options = merged;
    }

    /** The options that the style was made with, as JSON has them. */
    toJSON() {
        return { ...this.#options };
    }

    /** Destroys the style and all its trails. */
    destroy() {
        const { core } = this.#kit._loaded;
        check(this.#kit._loaded, core.ww_destroyTrailStyle(this.#kit._live(), this.#handle));
    }
}

export class Trail {
    #kit;
    #handle;
    #emitting = true;
    #ownsTransform;

    constructor(kit, styleOrOptions = {}, { transform } = {}) {
        this.#kit = kit;
        /** The style that draws this trail. */
        this.style =
            styleOrOptions instanceof TrailStyle
                ? styleOrOptions
                : new TrailStyle(kit, {
                      maxTrails: 1,
                      ...checkObject('trailStyle', styleOrOptions),
                  });
        this.#ownsTransform = !transform;
        /** The source: what the trail follows. */
        this.transform = transform ?? new Transform(kit);
        this.#handle = checkHandle(
            kit._loaded,
            kit._loaded.core.ww_createTrail(
                kit._live(),
                this.style._handle,
                this.transform._handle,
            ),
        );
    }

    #call(name, ...rest) {
        const { core } = this.#kit._loaded;
        check(this.#kit._loaded, core[name](this.#kit._live(), this.#handle, ...rest));
    }

    /** While false nothing is laid and the history ages out; true again begins a new strip. */
    get emitting() {
        return this.#emitting;
    }
    set emitting(on) {
        this.#call('ww_setTrailEmitting', on ? 1 : 0);
        this.#emitting = Boolean(on);
    }

    /** Points that the trail keeps now. */
    get pointCount() {
        return this.#kit._loaded.core.ww_trailPointCount(this.#kit._live(), this.#handle);
    }

    /** The next sample begins a new strip; what is laid fades on in its place. */
    teleport() {
        this.#call('ww_breakTrail');
    }

    /** Everything laid is gone at once. */
    clear() {
        this.#call('ww_clearTrail');
    }

    /** Ends the trail; what is laid fades on. */
    destroy() {
        this.#call('ww_destroyTrail');
        if (this.#ownsTransform) this.transform.destroy();
    }
}
