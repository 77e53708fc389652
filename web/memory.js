// Views of the core's heap. When the heap grows, the old buffer is detached: the getters look at
// the buffer's identity, so that nobody keeps a dead view.

const FLOAT = 0x1406;
const UNSIGNED_SHORT = 0x1403;
const UNSIGNED_INT = 0x1405;

export class Memory {
    #memory = null;
    #buffer = null;
    #views = null;
    #forFloat = null;
    #forShort = null;
    #forInt = null;
    #decoder = new TextDecoder();

    attach(memory) {
        this.#memory = memory;
        this.#buffer = null;
    }

    #refresh() {
        const buffer = this.#memory.buffer;
        if (buffer === this.#buffer) return this.#views;
        this.#buffer = buffer;
        this.#views = {
            u8: new Uint8Array(buffer),
            u16: new Uint16Array(buffer),
            u32: new Uint32Array(buffer),
            i32: new Int32Array(buffer),
            f32: new Float32Array(buffer),
            f64: new Float64Array(buffer),
        };
        this.#forFloat = { view: this.#views.f32, shift: 2 };
        this.#forShort = { view: this.#views.u16, shift: 1 };
        this.#forInt = { view: this.#views.u32, shift: 2 };
        return this.#views;
    }

    get buffer() {
        return this.#memory.buffer;
    }
    get u8() {
        return this.#refresh().u8;
    }
    get u32() {
        return this.#refresh().u32;
    }
    get i32() {
        return this.#refresh().i32;
    }
    get f32() {
        return this.#refresh().f32;
    }
    get f64() {
        return this.#refresh().f64;
    }

    /** The view that WebGL wants for texels of a GL type, and the shift from bytes to its index. */
    viewFor(type) {
        this.#refresh();
        if (type === FLOAT) return this.#forFloat;
        if (type === UNSIGNED_SHORT) return this.#forShort;
        if (type === UNSIGNED_INT) return this.#forInt;
        throw new Error(`no heap view for GL type ${type}`);
    }

    readString(at) {
        const bytes = this.u8;
        const end = bytes.indexOf(0, at);
        return this.#decoder.decode(bytes.slice(at, end));
    }

    /** Writes at most `capacity` bytes with the closing zero; cuts what is longer. */
    writeString(at, capacity, text) {
        if (!capacity) return;
        const { written } = new TextEncoder().encodeInto(
            text,
            this.u8.subarray(at, at + capacity - 1),
        );
        this.u8[at + written] = 0;
    }
}
