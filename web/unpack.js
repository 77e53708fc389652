// The compact form in which the inline entry carries its wasm: a string of printable ASCII that
// survives any transport, gzips as well as the bytes themselves (each byte keeps its own character
// or pair, so repeats stay repeats) and is decoded in memory (no data: URL, which a strict
// connect-src would block). The 90 most frequent bytes are one character, the others two.

/** The characters in use: printable ASCII without quote, backslash and `<`; prefixes come last. */
export const alphabet = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => i + 32))
    .replace(/['<\\]/g, '');

/** How many bytes have a character of their own. */
export const singles = alphabet.length - 2;

/** Turns the text of tools/pack.mjs back into bytes. `mask` is 64 hex digits, a bit for each byte
 *  value: whether it has a character of its own. Codes ascend with the values, of these first. */
export function unpack(mask, text) {
    const isSingle = (byte) => (parseInt(mask[byte >> 2], 16) >> (byte & 3)) & 1;
    const values = Array.from({ length: 256 }, (_, i) => i)
        .sort((a, b) => isSingle(b) - isSingle(a) || a - b);
    const codes = new Uint8Array(128);
    for (let i = 0; i < alphabet.length; i++) codes[alphabet.charCodeAt(i)] = i;
    const result = new Uint8Array(text.length);
    let length = 0;
    for (let i = 0; i < text.length; i++) {
        let code = codes[text.charCodeAt(i)];
        if (code >= singles) {
            code = singles + (code - singles) * alphabet.length + codes[text.charCodeAt(++i)];
        }
        result[length++] = values[code];
    }
    return result.slice(0, length);
}
