// `willowisp/wasm`: the entry with the wasm as a separate, cacheable file.

import { openKit } from './kit.js';

export {
    CapacityError,
    ContextError,
    InvalidDefError,
    LoadError,
    StaleHandleError,
    WillowispError,
} from './errors.js';
export { Beam, BeamStyle } from './beam.js';
export { Effect } from './effects.js';
export { Emitter, EmitterStyle } from './emitter.js';
export { Forest } from './forest.js';
export { Kit } from './kit.js';
export { presets } from './presets.js';
export { Texture } from './texture.js';
export { Trail, TrailStyle } from './trail.js';
export { Transform } from './transforms.js';
export { Tree } from './tree.js';

/** As in `willowisp`; `wasm` may be a URL, bytes, a Response or a compiled Module. */
export function createKit(options) {
    return openKit(new URL('../dist/willowisp.wasm', import.meta.url), options);
}
