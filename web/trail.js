// Trail styles and trails: ribbons behind moving transforms.

import { Source, Style } from './effect.js';
import { checkCount, checkOptions } from './options.js';

const family = {
    name: 'trail',
    schema: 'trailStyle',
    fillStyle: 'ww_defaultTrailStyleDef',
    createStyle: 'ww_createTrailStyle',
    setStyle: 'ww_setTrailStyle',
    destroyStyle: 'ww_destroyTrailStyle',
    create: 'ww_createTrail',
    destroy: 'ww_destroyTrail',
    setEmitting: 'ww_setTrailEmitting',
    events: ['started', 'reset', 'orphaned', 'faded'],
    lastEvent: 'faded',
};

export class TrailStyle extends Style {
    constructor(kit, options = {}) {
        super(kit, family, options);
    }

    // Goes when the last of its trails has faded.
    _retire() {
        const { core } = this._kit._loaded;
        core.ww_retireTrailStyle(this._kit._live(), this._handle);
    }
}

export class Trail extends Source {
    constructor(kit, styleOrOptions = {}, options = {}) {
        checkOptions('trail', options, ['transform']);
        super(kit, family, TrailStyle, { maxTrails: 1 }, styleOrOptions, options);
    }

    /** Points that the trail keeps now. */
    get pointCount() {
        const { core } = this._kit._loaded;
        const count = core.ww_trailPointCount(this._kit._live(), this._handle);
        return checkCount(this._kit._loaded, count);
    }

    /** The next sample begins a new strip; what is laid fades on in its place. */
    teleport() {
        this._call('ww_breakTrail');
    }

    /** Calls `handler(event)` after updates in which it happened; returns what stops that. */
    on(type, handler) {
        return this._listen(type, handler);
    }

    /** Everything laid is gone at once. */
    clear() {
        this._call('ww_clearTrail');
    }

    /** Ends the trail; what is laid fades on, and then a style that was made for it alone goes. */
    destroy() {
        super.destroy();
        if (this._ownsStyle) this.style._retire();
    }
}
