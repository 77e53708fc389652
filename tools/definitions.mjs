// Reads the parameter tables (src/**/*.def; their format stands in src/base/schema.h). A line that
// is not understood is an error with its file and line, never skipped.
import { ToolError } from './process.mjs';

// Fields are 4-byte things only, so that offsets agree natively and in wasm.
const COOKIE_BYTES = 4;
const fieldBytes = { float: 4, int: 4, bool: 4, enum: 4, vec3: 12, range: 8, color: 16, curve: 8,
    gradient: 8, texture: 4, list: 8 };

// The arguments of each kind of line after the name: n a number, s a string.
const forms = {
    FLOAT: 'nnnss', INT: 'nnnss', BOOL: 'ns', ENUM: 'nnss', VEC3: 'nnnnnss', RANGE: 'nnnnss',
    COLOR: 'nnnnns', CURVE: 'nnss', GRADIENT: 'ns', TEXTURE: 's', LIST: 'nsnnss',
    STAT: 's',
};

const tokenPattern = new RegExp([
    /\s+|\/\/[^\n]*/, // spaces and comments
    /"((?:[^"\\\n]|\\["\\])*)"/, // a string
    /([A-Za-z_]\w*)/, // a word
    /([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)[fFuU]?(?![\w.])/, // a number
    /([(),])/, // a sign
].map(({ source }) => source).join('|'), 'y');

function* tokenize(text, fail) {
    let line = 1;
    tokenPattern.lastIndex = 0;
    while (tokenPattern.lastIndex < text.length) {
        const start = tokenPattern.lastIndex;
        const match = tokenPattern.exec(text);
        if (!match) fail(line, `cannot read "${text.slice(start).split('\n')[0]}"`);
        const [all, string, word, number, sign] = match;
        if (string !== undefined) yield { line, string: string.replace(/\\(.)/g, '$1') };
        else if (word) yield { line, word };
        else if (number) yield { line, number: Number(number) };
        else if (sign) yield { line, sign };
        line += all.split('\n').length - 1;
    }
}

// The calls of a file: { line, kind, name, values }, strings and numbers in order.
function readCalls(text, fail) {
    const tokens = [...tokenize(text, fail)];
    const calls = [];
    let at = 0;
    const expectSign = (sign) => {
        const token = tokens[at++];
        if (token?.sign !== sign) fail((token ?? tokens.at(-1)).line, `expected "${sign}"`);
    };
    while (at < tokens.length) {
        const { line, word: kind } = tokens[at++];
        if (!forms[kind]) fail(line, `expected one of ${Object.keys(forms).join(', ')}`);
        expectSign('(');
        const name = tokens[at++]?.word;
        if (!/^[a-z][A-Za-z0-9]*$/.test(name ?? '')) fail(line, `${kind} needs a lowerCamel name`);
        const values = [];
        while (tokens[at]?.sign === ',') {
            const { string, number } = tokens[++at] ?? {};
            if (string === undefined && number === undefined) {
                fail(line, `${name}: expected a number or a string`);
            }
            values.push(string ?? number);
            at++;
            // Adjacent strings are one, as in C.
            while (string !== undefined && tokens[at]?.string !== undefined) {
                values[values.length - 1] += tokens[at++].string;
            }
        }
        expectSign(')');
        const form = values.map((value) => (typeof value === 'string' ? 's' : 'n')).join('');
        if (form !== forms[kind]) fail(line, `${name}: ${kind} takes other arguments`);
        calls.push({ line, kind, name, values });
    }
    return calls;
}

function defaultsOf(kind, values) {
    switch (kind) {
    case 'VEC3': return values.slice(0, 3);
    case 'RANGE': return values.slice(0, 2);
    case 'COLOR': return values.slice(0, 4);
    case 'CURVE': case 'GRADIENT': case 'TEXTURE': case 'LIST': return undefined;
    default: return values[0];
    }
}

function limitsOf(kind, values) {
    switch (kind) {
    case 'BOOL': return [0, 1];
    case 'TEXTURE': return [0, 0];
    case 'ENUM': return [0, values[1]];
    case 'COLOR': return [0, values[4]];
    case 'GRADIENT': return [0, values[0]];
    default: return values.slice(-4, -2);
    }
}

// 'time=0|count' -> [['time', 0], ['count']]
function readColumns(name, [count, text], fail) {
    const columns = text.split('|').map((column) => {
        const [key, value] = column.split('=');
        return value === undefined ? [key] : [key, Number(value)];
    });
    if (columns.length !== count) fail(`${name}: not ${count} columns`);
    return columns;
}

function makeField({ line, kind, name, values }, offset, fail) {
    const [min, max] = limitsOf(kind, values);
    const hasUnit = !['BOOL', 'ENUM', 'COLOR', 'GRADIENT', 'TEXTURE'].includes(kind);
    const field = { name, type: kind.toLowerCase(), offset, default: defaultsOf(kind, values), min,
        max, unit: hasUnit ? values.at(-2) : '', text: values.at(-1) };
    if (!(min <= max)) fail(line, `${name}: minimum ${min} is above maximum ${max}`);
    for (const value of [field.default ?? []].flat()) {
        if (value < min || value > max) fail(line, `${name}: default ${value} is out of range`);
    }
    if (kind === 'RANGE' && values[0] > values[1]) fail(line, `${name}: default is upside down`);
    const isWhole = [field.default, min, max].every(Number.isInteger);
    if (['INT', 'BOOL', 'ENUM'].includes(kind) && !isWhole) {
        fail(line, `${name}: ${kind} takes whole numbers`);
    }
    if (kind === 'ENUM') {
        field.values = values[2].split('|');
        if (field.values.length !== max + 1) {
            fail(line, `${name}: last must be the number of values - 1`);
        }
        field.default = field.values[field.default];
    }
    if (kind === 'LIST') field.columns = readColumns(name, values, (text) => fail(line, text));
    if (kind === 'BOOL') field.default = field.default === 1;
    if (!/[.!?]$/.test(field.text)) fail(line, `${name}: the text must be a sentence`);
    return field;
}

function failIn(file) {
    return (line, text) => {
        throw new ToolError(`${file}:${line}: ${text}`);
    };
}

function rejectRepeats(calls, fail) {
    const names = new Set();
    for (const { line, name } of calls) {
        if (names.has(name)) fail(line, `${name} stands here twice`);
        names.add(name);
    }
}

/** A definition: { name, bytes, fields: [{ name, type, offset, default, min, max, … }] }. */
export function parseDefinition(text, file) {
    const fail = failIn(file);
    const name = /^\/\/ schema: ([a-z][a-z ]*)$/m.exec(text)?.[1];
    if (!name) fail(1, 'it needs a line "// schema: <name as messages say it>"');
    const calls = readCalls(text, fail);
    rejectRepeats(calls, fail);
    let bytes = COOKIE_BYTES;
    const fields = calls.map((call) => {
        if (call.kind === 'STAT') fail(call.line, 'STAT belongs into stats.def');
        const field = makeField(call, bytes, fail);
        bytes += fieldBytes[field.type];
        return field;
    });
    return { name, bytes, fields };
}

/** The statistics: [{ name, text }]. */
export function parseStats(text, file) {
    const fail = failIn(file);
    const calls = readCalls(text, fail);
    rejectRepeats(calls, fail);
    return calls.map(({ line, kind, name, values }) => {
        if (kind !== 'STAT') fail(line, `only STAT lines, not ${kind}`);
        return { name, text: values[0] };
    });
}
