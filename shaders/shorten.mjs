// Shortens the embedded shaders (a quarter of what they cost in the download): spaces and zeros
// that say nothing go, and names that the shaders declare become short. A name gets the same short
// name everywhere, so that varyings and blocks still meet; names that no function has both of may
// share one. Names that C or GLSL knows and names that could be swizzles stay.
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
    table0 table1 table2 table3 texture0 texture1 params ViewBlock WorldBlock TrampleBlock
    TrailFragment shade uv along age color texel position normal light vector
    seconds partNumber`.split(/\s+/));

const isSwizzle = (name) => /^[xyzwrgbastpq]{1,4}$/.test(name);
const isOurs = (token) =>
    /^[A-Za-z_]/.test(token) && !reserved.has(token) && !token.startsWith('gl_');

/** The tokens of a shader without comments; operators may come in pieces that nothing separates. */
function tokenize(text) {
    return text.match(/\d[\d.]*(?:e[+-]?\d+)?\w*|[A-Za-z_]\w*|\+\+|--|[+-]=|\S/g);
}

/** From the parenthesis that opens its parameters to the brace that closes its body. */
function findFunctions(tokens) {
    const functions = [];
    let depth = 0;
    let parameters = 0;
    let isFunction = false;
    tokens.forEach((token, i) => {
        if (token === '(' && depth === 0) parameters = i;
        if (token === '{' && depth++ === 0) isFunction = tokens[i - 1] === ')';
        if (token === '}' && --depth === 0 && isFunction) functions.push([parameters, i]);
    });
    return functions;
}

// What the GLSL of a game is compiled with (WwPipelineRow.shade): its names must not meet those.
const shaded = ['common_glsl', 'trail_glsl', 'trail_edge_glsl', 'trail_fragment_glsl',
    'trail_full_frag'];

/** By name: how often it is used and where, which is in which functions or (0) outside of them. */
function findUses(shaders) {
    const uses = new Map();
    let functionCount = 0;
    for (const { symbol, tokens } of shaders) {
        const functions = findFunctions(tokens);
        tokens.forEach((token, i) => {
            if (!isOurs(token) || (tokens[i - 1] === '.' && isSwizzle(token))) return;
            const inside = functions.findIndex(([begin, end]) => i > begin && i < end);
            const use = uses.get(token) ?? { count: 0, places: new Set() };
            use.count++;
            use.end ||= inside < 0 && shaded.includes(symbol) ? '_' : '';
            use.places.add(inside < 0 ? 0 : functionCount + inside + 1);
            uses.set(token, use);
        });
        functionCount += functions.length;
    }
    return uses;
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const shortName = (i) => (i < letters.length ? letters[i]
    : shortName(Math.floor(i / letters.length) - 1) + letters[i % letters.length]);

/** The short names, the most used first; no two share one where both are used. */
function chooseNames(uses) {
    const names = new Map();
    const taken = new Map();
    const take = (name, short, places) => {
        names.set(name, short);
        taken.set(short, new Set([...taken.get(short) ?? [], ...places]));
    };
    const isFree = (short, places) => !reserved.has(short) &&
        [...places].every((place) => !taken.get(short)?.has(place));
    for (const [name, { places }] of uses) if (isSwizzle(name)) take(name, name, places);
    for (const [name, { places, end }] of [...uses].sort((a, b) => b[1].count - a[1].count)) {
        if (names.has(name)) continue;
        let i = 0;
        while (!isFree(shortName(i) + end, places)) i++;
        take(name, shortName(i) + end, places);
    }
    return names;
}

const shortNumber = (token) => (/^\d+\.\d*$/.test(token)
    ? token.replace(/0+$/, '').replace(/^0(?=\.\d)/, '') : token);

/** The text of some tokens, with spaces only where two would become another one. */
function join(tokens) {
    const isWord = (token) => /^\.?\w/.test(token);
    const isSign = (token) => /^[+-]/.test(token);
    return tokens.map((token, i) => {
        const last = tokens[i - 1] ?? '';
        const apart = (isWord(last) && isWord(token)) || (isSign(last) && last.at(-1) === token[0]);
        return apart ? ` ${token}` : token;
    }).join('');
}

// The strings of the header that hold shaders; what begins with a directive stays as it is.
const definition = /(?<=^static const char (\w+)\[\] =\n)(?: {4}"(?!#)(?:[^"\\]|\\.)*"\n?)+/gm;

const [path] = process.argv.slice(2);
const header = readFileSync(path, 'utf8');
const shaders = Array.from(header.matchAll(definition), ([lines, symbol]) =>
    ({ symbol, tokens: tokenize(lines.replace(/^ {4}"|(?:\\n)?"$/gm, '')) }));
const names = chooseNames(findUses(shaders));
writeFileSync(path, header.replace(definition, () => {
    const tokens = shaders.shift().tokens.map((token) => shortNumber(names.get(token) ?? token));
    return join(tokens).replace(/.{1,90}/g, '    "$&"\n').trimEnd();
}));
