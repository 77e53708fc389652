// Hands what happened in the core to those who listen, after the update in which it happened.

import { report } from './errors.js';
import { readList } from './schema.js';

const FLOATS_PER_EVENT = 8; // ww_Event, src/base/events.h

export class Events {
    #loaded;
    #names;
    #targets = new Map(); // handle -> { thing, handlers: Map of name -> Set }

    constructor(loaded) {
        this.#loaded = loaded;
        const { core, memory } = loaded;
        this.#names = readList(core.ww_eventName, (at) => memory.readString(at));
    }

    /** Calls `handler({ type, target, position, values })` from now on; returns how to stop it. */
    add(handle, thing, name, handler) {
        if (!this.#targets.has(handle)) {
            this.#targets.set(handle, { thing, handlers: new Map() });
        }
        const { handlers } = this.#targets.get(handle);
        if (!handlers.has(name)) handlers.set(name, new Set());
        handlers.get(name).add(handler);
        return () => handlers.get(name).delete(handler);
    }

    /** Things that somebody listens to. */
    get size() {
        return this.#targets.size;
    }

    /** After its `lastEvent`, if it has one that is still to come, nobody hears of it any more. */
    forget(handle, lastEvent) {
        const target = this.#targets.get(handle);
        if (target && lastEvent) target.lastEvent = lastEvent;
        else this.#targets.delete(handle);
    }

    /** Nobody hears of anything any more, nor of what is being delivered. */
    close() {
        this.#targets.clear();
    }

    /** Takes all events of the core first, so that handlers may call anything. */
    deliver(pointer) {
        const { core, memory } = this.#loaded;
        const count = core.ww_takeEvents(pointer);
        if (!count || !this.#targets.size) return;
        const at = core.ww_events(pointer) >> 2;
        const end = at + count * FLOATS_PER_EVENT;
        const floats = memory.f32.slice(at, end);
        const words = memory.u32.slice(at, end);
        for (let i = 0; i < floats.length; i += FLOATS_PER_EVENT) {
            const target = this.#targets.get(words[i + 1]);
            if (!target) continue;
            const type = this.#names[words[i]];
            if (type === target.lastEvent) this.#targets.delete(words[i + 1]);
            this.#call(target, {
                type,
                target: target.thing,
                position: Array.from(floats.subarray(i + 2, i + 5)),
                values: Array.from(floats.subarray(i + 5, i + 8)),
            });
        }
    }

    #call({ handlers }, event) {
        for (const handler of [...handlers.get(event.type) ?? []]) {
            try {
                handler(event);
            } catch (error) {
                report(error); // a host that throws breaks nothing here
            }
        }
    }
}
