// The options of a kit that are not the core's, and the context that they open.

import { ContextError, InvalidDefError } from './errors.js';
import { isNumberList, refuseValue } from './options.js';

export function refuse(message) {
    throw new InvalidDefError(`createKit: ${message}`);
}

// Two kits on one canvas would clear what the other drew.
export const takenCanvases = new WeakSet();

function openContext({ canvas, antialias = true, alpha = true }) {
    if (typeof canvas.getContext !== 'function') {
        refuse('canvas must be an HTMLCanvasElement or an OffscreenCanvas');
    }
    if (takenCanvases.has(canvas)) refuse('this canvas has a kit already: dispose of it first');
    const attributes = { antialias, alpha, premultipliedAlpha: true, stencil: true };
    let gl;
    try {
        gl = canvas.getContext('webgl2', attributes);
    } catch (cause) {
        throw new ContextError(`this canvas cannot be drawn to: ${cause.message}`);
    }
    if (gl) return gl;
    throw new ContextError(
        'this canvas gives no WebGL2 context: the browser or its GPU does not support it, or the ' +
            'canvas already has a context of another type',
    );
}

/** The context to draw with; null for a headless kit. */
export function contextFrom(options) {
    if (options.headless) return null;
    if (options.gl && options.canvas) refuse('give either canvas or gl, not both');
    if (!options.gl && !options.canvas) refuse('canvas, gl or headless: true is needed');
    const gl = options.gl ?? openContext(options);
    if (typeof gl.texStorage3D !== 'function') throw new ContextError('gl is not a WebGL2 context');
    if (gl.isContextLost()) throw new ContextError('the WebGL2 context is lost');
    return gl;
}

export function checkSwitches(options) {
    for (const key of ['antialias', 'alpha', 'statsEveryFrame']) {
        const value = options[key];
        if (value === undefined || typeof value === 'boolean') continue;
        refuseValue(`kit: ${key}`, value, 'true or false');
    }
    const { hostState, exclusive } = options;
    if (hostState !== undefined && exclusive === true) {
        throw new InvalidDefError('kit: exclusive is true, it must be left out with hostState');
    }
    if ([undefined, 'preserve'].includes(hostState) || typeof hostState === 'function') return;
    if (hostState?.saveHostState) return; // of an adapter
    refuseValue('kit: hostState', hostState, "'preserve', a function or left out");
}

/** How a host gets its state back after the kit used its context; null: it sees to it itself. */
export async function hostStateFrom({ hostState }) {
    // Only hosts that ask for it download it.
    if (hostState === 'preserve') return import('./hoststate.js');
    if (typeof hostState !== 'function') return hostState ?? null;
    return { saveHostState: () => true, restoreHostState: () => hostState() };
}

/** Gives a canvas as many pixels as it has on the page. */
export function fitToPage(canvas, pixelRatio) {
    const width = Math.max(1, Math.round((canvas.clientWidth ?? canvas.width) * pixelRatio));
    const height = Math.max(1, Math.round((canvas.clientHeight ?? canvas.height) * pixelRatio));
    // Setting a size clears the canvas, also to the same one.
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
}

export function checkClear(clear) {
    const list = isNumberList(clear, 4) && Array.from(clear).every(Number.isFinite);
    if (clear === false || list) return clear;
    return refuseValue('kit: clear', clear, 'false or [r, g, b, a], premultiplied');
}
