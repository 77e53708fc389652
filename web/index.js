// `willowisp`: the entry that needs no bundler configuration; the wasm travels inside it.

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

import { wasmBytes } from '../dist/willowisp.wasm.js';

/**
 * Opens a kit on a canvas of its own (`{ canvas }`), in a host's context (`{ gl }`), or without
 * drawing (`{ headless: true }`).
 */
export function createKit(options) {
    return openKit(wasmBytes, options);
}
