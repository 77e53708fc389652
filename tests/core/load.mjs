// Kits for tests in Node: no canvas, no GL; the core counts what it would draw.
import { createKit } from '../../web/index.js';

/** A headless kit with the given limits. */
export function openKit(options) {
    return createKit({ headless: true, ...options });
}
