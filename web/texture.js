// Pictures for trails, beams and particles. The kit's own from an image, pixels or a URL, or the
// texture of the host; the pixels stay here, so that a restored context gets them again.

import { InvalidDefError, LoadError, StaleHandleError } from './errors.js';
import { check, checkHandle, checkOptions, refuseValue } from './options.js';

const known = ['source', 'url', 'pixels', 'texture', 'width', 'height', 'filter', 'wrap',
    'mipmaps', 'color'];

function checkChoice(name, value, choices) {
    if (!choices.includes(value)) {
        refuseValue(`texture: ${name}`, value, `one of ${choices.join(', ')}`);
    }
    return value;
}

function sizeOf({ source, pixels, width, height }) {
    const found = {
        width: width ?? source?.videoWidth ?? source?.naturalWidth ?? source?.width,
        height: height ?? source?.videoHeight ?? source?.naturalHeight ?? source?.height,
    };
    for (const [name, value] of Object.entries(found)) {
        if (Number.isInteger(value) && value >= 1 && value <= 8192) continue;
        refuseValue(`texture: ${name}`, value, 'a whole number between 1 and 8192');
    }
    const bytes = found.width * found.height * 4;
    if (pixels && !(ArrayBuffer.isView(pixels) && pixels.byteLength === bytes)) {
        refuseValue('texture: pixels', pixels, `width x height x 4 = ${bytes} bytes of RGBA`);
    }
    return found;
}

async function loadPicture(url) {
    let response;
    try {
        response = await fetch(url);
    } catch (cause) {
        throw new LoadError(`texture: ${url} could not be fetched: ${cause.message}`);
    }
    const kind = response.headers.get('content-type') ?? 'no content type';
    if (!response.ok) throw new LoadError(`texture: ${url} answered ${response.status} (${kind})`);
    try {
        return await createImageBitmap(await response.blob(), { premultiplyAlpha: 'none',
            colorSpaceConversion: 'none' });
    } catch {
        throw new LoadError(`texture: ${url} (${kind}) is not a picture that this browser reads`);
    }
}

export class Texture {
    #kit;
    #handle = 0;
    #options;
    #content = null; // { source | pixels | texture }
    #object = null; // of WebGL, ours unless the host gave it
    #name = 0;

    constructor(kit, options = {}) {
        const { source, url, pixels, texture, filter = 'linear', wrap = 'clamp', mipmaps = true,
            color = 'srgb' } = checkOptions('texture', options, known);
        const given = [source, url, pixels, texture].filter((value) => value !== undefined);
        if (given.length !== 1) {
            throw new InvalidDefError('texture: give one of source, url, pixels or texture');
        }
        if (texture && kit.gl && !/WebGLTexture/.test(Object.prototype.toString.call(texture))) {
            refuseValue('texture: texture', texture, 'a WebGLTexture of the host');
        }
        checkChoice('filter', filter, ['linear', 'nearest']);
        checkChoice('wrap', wrap, ['clamp', 'repeat']);
        checkChoice('color', color, ['srgb', 'linear']);
        checkChoice('mipmaps', mipmaps, [true, false]);
        this.#kit = kit;
        this.#options = { filter, wrap, mipmaps, color };
        /** Pixels; 0 until it is loaded. */
        this.width = 0;
        this.height = 0;
        /** Where it came from, if from a URL. */
        this.url = url === undefined ? null : String(url);
        const size = this.url === null ? sizeOf(options) : null;
        this.#handle = checkHandle(kit._loaded, kit._loaded.core.ww_createTexture(kit._live()));
        kit._textures.add(this);
        if (size) this.#showFirst({ source, pixels, texture, ...size });
        /** Settles when it can be seen; rejects with a LoadError. */
        this.ready = size ? Promise.resolve(this) : this.#load();
        this.ready.catch(() => {}); // whoever does not wait for it sees no texture
    }

    async #load() {
        const source = await loadPicture(this.url);
        if (this.#handle) this.#show({ source, width: source.width, height: source.height });
        return this;
    }

    // What the browser does not take (no picture, or that of another site) leaves nothing.
    #showFirst(content) {
        try {
            this.#show(content);
        } catch (error) {
            this.destroy();
            throw new InvalidDefError(`texture: source cannot be read: ${error.message}`);
        }
    }

    #show(content) {
        this.#content = content;
        this.width = content.width;
        this.height = content.height;
        this._send();
    }

    // Makes the GL object: again after a restored context, not while it is lost.
    _send() {
        if (!this.#content || this.#kit.state === 'lost') return;
        const { core, names } = this.#kit._loaded;
        const { gl } = this.#kit;
        this.#forgetObject();
        if (gl) {
            if (this.#content.texture) this.#object = this.#content.texture;
            else this.#make(gl);
            this.#name = names.add(this.#object);
        }
        check(this.#kit._loaded, core.ww_setTexture(
            this.#kit._live(), this.#handle, this.#name, this.width, this.height,
        ));
    }

    #make(gl) {
        const saved = this.#kit._saveHostState();
        this.#object = gl.createTexture();
        try {
            this.#upload(gl, this.#object);
        } finally {
            gl.bindTexture(gl.TEXTURE_2D, null);
            this.#kit._restoreHostState(saved);
        }
    }

    #upload(gl, object) {
        const { filter, wrap, mipmaps, color } = this.#options;
        const { source, pixels, width, height } = this.#content;
        const target = gl.TEXTURE_2D;
        const format = color === 'srgb' ? gl.SRGB8_ALPHA8 : gl.RGBA8;
        const [near, far] = filter === 'linear' ? [gl.LINEAR, gl.LINEAR_MIPMAP_LINEAR]
            : [gl.NEAREST, gl.NEAREST_MIPMAP_LINEAR];
        const edge = wrap === 'repeat' ? gl.REPEAT : gl.CLAMP_TO_EDGE;
        gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, null);
        for (const parameter of ['FLIP_Y_WEBGL', 'PREMULTIPLY_ALPHA_WEBGL', 'ROW_LENGTH',
            'SKIP_PIXELS', 'SKIP_ROWS']) gl.pixelStorei(gl[`UNPACK_${parameter}`], 0);
        gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
        gl.bindTexture(target, object);
        if (pixels) {
            const bytes = new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);
            gl.texImage2D(
                target, 0, format, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes,
            );
        } else {
            gl.texImage2D(target, 0, format, gl.RGBA, gl.UNSIGNED_BYTE, source);
        }
        gl.texParameteri(target, gl.TEXTURE_WRAP_S, edge);
        gl.texParameteri(target, gl.TEXTURE_WRAP_T, edge);
        gl.texParameteri(target, gl.TEXTURE_MAG_FILTER, near);
        gl.texParameteri(target, gl.TEXTURE_MIN_FILTER, mipmaps ? far : near);
        if (mipmaps) gl.generateMipmap(target);
    }

    #forgetObject() {
        if (this.#name) this.#kit._loaded.names.remove(this.#name);
        if (this.#object && !this.#content.texture) this.#kit.gl.deleteTexture(this.#object);
        this.#name = 0;
        this.#object = null;
    }

    /** The new content of a source that changes: a canvas, a video, the pixels. */
    update() {
        this._textureIn(this.#kit._loaded);
        this._send();
    }

    // Its handle, for options of the kit with this core.
    _textureIn(loaded) {
        if (loaded !== this.#kit._loaded) {
            throw new InvalidDefError('texture: it is of another kit');
        }
        if (!this.#handle) throw new StaleHandleError('texture: this handle was destroyed');
        return this.#handle;
    }

    // What uses it goes on without it.
    get _gone() {
        return !this.#handle;
    }

    // The names of a lost context are gone with it.
    _lose() {
        this.#name = 0;
        this.#object = null;
    }

    /** How JSON names it: its URL, or null. */
    toJSON() {
        return this.url;
    }

    /** What still uses it is drawn as without a texture. */
    destroy() {
        const { core } = this.#kit._loaded;
        check(this.#kit._loaded, core.ww_destroyTexture(
            this.#kit._live(), this._textureIn(this.#kit._loaded),
        ));
        this._release();
    }

    // Frees the GL object; the kit is being disposed of, or the core has let go of it.
    _release() {
        this.#forgetObject();
        this.#kit._textures.delete(this);
        this.#handle = 0;
    }
}
