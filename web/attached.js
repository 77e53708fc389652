// What the adapters of engines have in common: a kit in the engine's context, and transforms that
// follow the objects of a scene.

import { InvalidDefError } from './errors.js';
import { refuseValue } from './options.js';
import { FLOATS_PER_TRANSFORM } from './transforms.js';

/** Throws for an engine whose depth the kit cannot be tested against. */
export function checkDepth(engine, setting, isOn) {
    if (!isOn) return;
    throw new InvalidDefError(`${engine}: ${setting} is on: effects cannot be tested against its ` +
        'depth');
}

/** A kit in `gl`, made by `createKit` of the entry that the options hold, or of `willowisp`. */
export async function openIn(gl, hostState, options = {}) {
    const { createKit = (await import('./index.js')).createKit, ...rest } = options;
    const { antialias } = gl.getContextAttributes();
    return createKit({ multisampled: antialias, ...rest, gl, hostState });
}

function write(data, at, square, x, y, z, w) {
    const factor = 0.5 / Math.sqrt(square);
    data[at] = x * factor;
    data[at + 1] = y * factor;
    data[at + 2] = z * factor;
    data[at + 3] = w * factor;
}

// The quaternion of a rotation with the axes (xx, xy, xz), (yx, …), … by a component that is not
// small (Shepperd 1978).
function writeRotation(data, at, xx, xy, xz, yx, yy, yz, zx, zy, zz) {
    const ofW = 1 + xx + yy + zz;
    if (ofW >= 1) return write(data, at, ofW, yz - zy, zx - xz, xy - yx, ofW);
    const ofX = 1 + xx - yy - zz;
    if (xx >= yy && xx >= zz) return write(data, at, ofX, ofX, xy + yx, zx + xz, yz - zy);
    const ofY = 1 - xx + yy - zz;
    if (yy >= zz) return write(data, at, ofY, xy + yx, ofY, yz + zy, zx - xz);
    const ofZ = 1 - xx - yy + zz;
    return write(data, at, ofZ, zx + xz, yz + zy, ofZ, xy - yx);
}

/**
 * Writes a world matrix (16 numbers, column-major) as a transform: position, the scale that gives
 * the same volume, rotation. `mirrored`: the engine is left-handed, and its z is the kit's -z.
 */
export function writeTransform(data, at, m, mirrored = false) {
    const volume = m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) +
        m[2] * (m[4] * m[9] - m[5] * m[8]);
    const scale = Math.cbrt(Math.abs(volume));
    data[at] = m[12];
    data[at + 1] = m[13];
    data[at + 2] = mirrored ? -m[14] : m[14];
    data[at + 3] = scale;
    if (!scale) return; // flat: it keeps its rotation
    const x = Math.sign(volume) / Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
    const y = 1 / Math.sqrt(m[4] * m[4] + m[5] * m[5] + m[6] * m[6]);
    const z = 1 / Math.sqrt(m[8] * m[8] + m[9] * m[9] + m[10] * m[10]);
    writeRotation(data, at + 4, m[0] * x, m[1] * x, m[2] * x, m[4] * y, m[5] * y, m[6] * y,
        m[8] * z, m[9] * z, m[10] * z);
    if (!mirrored) return;
    data[at + 4] *= -1;
    data[at + 5] *= -1;
}

/**
 * A kit that is a part of a scene. An `engine` knows its objects: `matrixOf(thing)` (the present
 * world matrix), `isThing`, `isGone`, `whatThings` (their name), `mirrored`, perhaps how to `watch`
 * for their end, and how to `leave`.
 */
export class Attached {
    #engine;
    #followed = [];

    constructor(kit, engine) {
        this.kit = kit;
        this.#engine = engine;
        /** Whether the scene shows the effects. */
        this.visible = true;
    }

    /** A transform that follows an object until one of them is destroyed. */
    follow(thing, transform = this.kit.createTransform()) {
        const { isThing, whatThings, watch } = this.#engine;
        if (!isThing(thing)) refuseValue('follow: object', thing, whatThings);
        watch?.(thing);
        this.#followed.push({ thing, transform });
        return transform;
    }

    // Destroys what was made for an object that is none.
    #behind(thing, source) {
        try {
            this.follow(thing, source.transform);
        } catch (error) {
            source.destroy();
            throw error;
        }
        return source;
    }

    /** A trail behind an object. */
    trail(thing, styleOrOptions) {
        return this.#behind(thing, this.kit.createTrail(styleOrOptions));
    }

    /** An emitter at an object. */
    emitter(thing, styleOrOptions, options) {
        return this.#behind(thing, this.kit.createEmitter(styleOrOptions, options));
    }

    /** A place of the scene, as the kit has it: [x, y, z]. */
    place({ x, y, z }) {
        return [x, y, this.#engine.mirrored() ? -z : z];
    }

    /** Once a frame, after the objects were moved and before the scene is drawn. */
    update(dt) {
        const { matrixOf, isGone, mirrored } = this.#engine;
        const { data } = this.kit.transforms;
        const isMirrored = mirrored();
        let kept = 0;
        for (const entry of this.#followed) {
            const { thing, transform } = entry;
            if (!transform._alive) continue;
            if (isGone(thing)) {
                transform.destroy();
                continue;
            }
            const at = transform.slot * FLOATS_PER_TRANSFORM;
            writeTransform(data, at, matrixOf(thing), isMirrored);
            this.#followed[kept++] = entry;
        }
        this.#followed.length = kept;
        this.kit.update(dt);
    }

    /** Takes the effects out of the scene and disposes of the kit. */
    dispose() {
        this.#engine.leave();
        this.#followed.length = 0;
        this.kit.dispose();
    }
}
