// Shortens the names in the embedded shaders (a seventh of the download): every name that a shader
// declares gets the same short name in all of them, so that varyings and blocks still meet. Names
// that C or GLSL knows and names that could be swizzles stay.
//
//   node shaders/shorten.mjs shaders.h
import { readFileSync, writeFileSync } from 'node:fs';

const reserved = new Set(`
    attribute const uniform varying layout centroid flat smooth break continue do for while switch
    case default if else in out inout float double int void bool true false invariant discard return
    mat2 mat3 mat4 vec2 vec3 vec4 ivec2 ivec3 ivec4 bvec2 bvec3 bvec4 uint uvec2 uvec3 uvec4 lowp
    mediump highp precision sampler2D sampler2DArray usampler2D struct std140 location version es
    define main radians degrees sin cos tan asin acos atan sinh cosh pow exp log exp2 log2 sqrt
    inversesqrt abs sign floor trunc round roundEven ceil fract mod modf min max clamp mix step
    smoothstep isnan isinf floatBitsToInt floatBitsToUint intBitsToFloat uintBitsToFloat length
    distance dot cross normalize faceforward reflect refract transpose inverse determinant lessThan
    lessThanEqual greaterThan greaterThanEqual equal notEqual any all not textureSize texture
    textureLod texelFetch textureGrad dFdx dFdy fwidth
    table0 table1 table2 table3 texture0 texture1 params ViewBlock WorldBlock`.split(/\s+/));

const swizzle = /^[xyzwrgbastpq]{1,4}$/;
const isOurs = (name) => !reserved.has(name) && !name.startsWith('gl_') && !swizzle.test(name);

// A quoted line of the header; the first line of a shader is a directive and stays as it is.
const quoted = /^( {4}")(?!#)((?:[^"\\]|\\.)*)(";?)$/gm;
const words = /(?<![\w.])\d[\w.]*|(?:\\n)|[A-Za-z_]\w*/g;

const [path] = process.argv.slice(2);
const header = readFileSync(path, 'utf8');

const uses = new Map();
for (const [, , line] of header.matchAll(quoted)) {
    for (const [word] of line.matchAll(words)) {
        if (/^[A-Za-z_]/.test(word) && isOurs(word)) uses.set(word, (uses.get(word) ?? 0) + 1);
    }
}

const letters = 'cdefhijklmnouvABCDEFGHIJKLMNOPQRSTUVWXYZ';
const shortName = (i) => (i < letters.length ? letters[i]
    : shortName(Math.floor(i / letters.length) - 1) + letters[i % letters.length]);
const isFree = (name) => isOurs(name) && !uses.has(name);

let next = 0;
const names = new Map();
for (const [name] of [...uses].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))) {
    while (!isFree(shortName(next))) next++;
    names.set(name, shortName(next++));
}

writeFileSync(path, header.replace(quoted, (_, open, line, close) =>
    open + line.replace(words, (word) => names.get(word) ?? word) + close));
