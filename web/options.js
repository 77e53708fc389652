// An options object -> a definition struct in scratch memory. Unknown names and wrong types are
// refused here, ranges in the core; a value is written only when the whole object is right.

import { parseColor } from './color.js';
import { errorFromStatus, InvalidDefError, show } from './errors.js';

const NO_COUNT = 0xffffffff; // WW_NO_COUNT

function refuse(schema, key, value, wanted) {
    refuseValue(`${schema.name}: ${key}`, value, wanted);
}

/** Throws that a value is wrong: its name, itself, and what it must be. */
export function refuseValue(name, value, wanted) {
    throw new InvalidDefError(`${name} is ${show(value)}, it must be ${wanted}`);
}

function rangeOf(field) {
    const unit = field.unit ? ` ${field.unit}` : '';
    return `between ${field.min} and ${field.max}${unit}`;
}

function distance(a, b) {
    const row = Array.from({ length: b.length + 1 }, (_, i) => i);
    for (let i = 1; i <= a.length; i++) {
        let diagonal = row[0];
        row[0] = i;
        for (let j = 1; j <= b.length; j++) {
            const above = row[j];
            const change = diagonal + (a[i - 1] === b[j - 1] ? 0 : 1);
            row[j] = Math.min(above + 1, row[j - 1] + 1, change);
            diagonal = above;
        }
    }
    return row[b.length];
}

function refuseKey(schema, key) {
    const names = Object.keys(schema.fields);
    const near = names.filter((name) => distance(name.toLowerCase(), key.toLowerCase()) <= 3)[0];
    const hint = near ? `did you mean ${near}?` : `known are ${names.join(', ')}`;
    throw new InvalidDefError(`${schema.name}: ${key} is not an option; ${hint}`);
}

/** Whether it is an array or a typed array of so many numbers. */
export function isNumberList(value, length) {
    const list = Array.isArray(value) || ArrayBuffer.isView(value);
    return list && value.length === length && Array.from(value).every(isNumber);
}

/** The same of numbers that are neither NaN nor infinite. */
export function isFiniteList(value, length) {
    return isNumberList(value, length) && Array.from(value).every(Number.isFinite);
}

function isNumber(value) {
    return typeof value === 'number';
}

/** `1`, `[1, 0.5, 0]` (evenly spaced) or `[[0, 1], [0.3, 0.8], [1, 0]]` -> [position, value]. */
function curveKeys(schema, key, value) {
    if (isNumber(value)) return [[0, value]];
    const list = Array.isArray(value) ? Array.from(value) : []; // holes become undefined
    if (list.length && list.every(isNumber)) {
        return list.map((v, i) => [list.length > 1 ? i / (list.length - 1) : 0, v]);
    }
    if (list.length && list.every((k) => isNumberList(k, 2))) return list.map((k) => [...k]);
    const wanted = 'a number, a list of numbers, or a list of [position, value]';
    return refuse(schema, key, value, wanted);
}

function isColorStop(value) {
    return Array.isArray(value) && value.length === 2 && isNumber(value[0]) && !isNumber(value[1]);
}

/** A colour, a list of colours (evenly spaced) or of `[position, colour]` -> colour keys. */
function gradientKeys(schema, key, value) {
    const name = `${schema.name}: ${key}`;
    if (!Array.isArray(value) || isNumber(value[0])) return [[0, ...parseColor(value, name)]];
    if (!value.length) return refuse(schema, key, value, 'a colour or a list of colours');
    const list = Array.from(value); // holes become undefined
    if (list.every(isColorStop)) {
        return list.map(([position, color]) => [position, ...parseColor(color, name)]);
    }
    return list.map((color, i) => [
        list.length > 1 ? i / (list.length - 1) : 0,
        ...parseColor(color, name),
    ]);
}

/** One row of a list, or null when it is not one. */
function rowFrom(row, columns) {
    if (isNumberList(row, columns.length)) return [...row];
    if (row === null || typeof row !== 'object' || Array.isArray(row)) return null;
    const isKnown = (name) => columns.some(([column]) => column === name);
    const numbers = columns.map(([name, absent]) => row[name] ?? absent);
    return Object.keys(row).every(isKnown) && numbers.every(isNumber) ? numbers : null;
}

/** `[[1, 2], { x: 3, y: 4 }]`, or all numbers one after the other -> rows. */
function listRows(schema, key, value, { columns }) {
    const names = columns.map(([name]) => name).join(', ');
    const wrong = () => refuse(schema, key, value, `a list of [${names}] or { ${names} }`);
    if (!Array.isArray(value) && !ArrayBuffer.isView(value)) return wrong();
    const list = Array.from(value);
    const width = columns.length;
    if (list.every(isNumber)) {
        if (list.length % width) return wrong();
        return Array.from({ length: list.length / width },
            (_, i) => list.slice(i * width, (i + 1) * width));
    }
    const rows = list.map((row) => rowFrom(row, columns));
    return rows.every(Boolean) ? rows : wrong();
}

// Each converter gives the numbers to write, and whether they are integers or keys.
const converters = {
    float(schema, key, value, field) {
        if (!isNumber(value)) refuse(schema, key, value, `a number ${rangeOf(field)}`);
        return { floats: [value] };
    },
    int(schema, key, value, field) {
        const whole = Number.isInteger(value) && value >= field.min && value <= field.max;
        if (!whole) refuse(schema, key, value, `a whole number ${rangeOf(field)}`);
        return { integers: [value] };
    },
    bool(schema, key, value) {
        if (typeof value !== 'boolean') refuse(schema, key, value, 'true or false');
        return { integers: [value ? 1 : 0] };
    },
    enum(schema, key, value, field) {
        const index = field.values.indexOf(value);
        if (index < 0) refuse(schema, key, value, `one of ${field.values.join(', ')}`);
        return { integers: [index] };
    },
    vec3(schema, key, value, field) {
        if (!isNumberList(value, 3)) {
            refuse(schema, key, value, `[x, y, z], each ${rangeOf(field)}`);
        }
        return { floats: value };
    },
    range(schema, key, value, field) {
        if (isNumber(value)) return { floats: [value, value] };
        if (!isNumberList(value, 2)) {
            refuse(schema, key, value, `a number or [low, high], ${rangeOf(field)}`);
        }
        return { floats: value };
    },
    color(schema, key, value) {
        return { floats: parseColor(value, `${schema.name}: ${key}`) };
    },
    curve(schema, key, value) {
        return { keys: curveKeys(schema, key, value) };
    },
    gradient(schema, key, value) {
        return { keys: gradientKeys(schema, key, value) };
    },
    texture(schema, key, value, field, loaded) {
        if (value === null) return { integers: [0] };
        if (!value?._textureIn) refuse(schema, key, value, 'a Texture of this kit or null');
        return { integers: [value._textureIn(loaded)] };
    },
    list(schema, key, value, field) {
        return { keys: listRows(schema, key, value, field) };
    },
};

/** A copy that the game's own lists do not reach; things of the kit (textures) stay themselves. */
export function copyOptions(options) {
    const copy = ([key, value]) => [key, value?.toJSON ? value : structuredClone(value)];
    return Object.fromEntries(Object.entries(options).map(copy));
}

/** The same as JSON has it. */
export function jsonOptions(options) {
    const plain = ([key, value]) => {
        if (value?.toJSON) return [key, value.toJSON()];
        return [key, ArrayBuffer.isView(value) ? Array.from(value) : structuredClone(value)];
    };
    return Object.fromEntries(Object.entries(options).map(plain));
}

// 'trailStyle' -> 'trail style', as messages name it
const spaced = (name) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Refuses what is not an object of options; a copy without those that are undefined. */
export function checkObject(schemaName, options) {
    const isObject = options !== null && typeof options === 'object' && !Array.isArray(options);
    if (!isObject) refuseValue(`${spaced(schemaName)}: options`, options, 'an object');
    const named = Object.entries(options).filter(([, value]) => value !== undefined);
    return Object.fromEntries(named);
}

/** Refuses what is not an object of the `known` options; for calls that have no schema. */
export function checkOptions(name, options, known) {
    const isObject = options !== null && typeof options === 'object' && !Array.isArray(options);
    if (!isObject) refuseValue(`${name}: options`, options, 'an object');
    for (const key of Object.keys(options)) {
        if (known.includes(key)) continue;
        throw new InvalidDefError(
            `${name}: ${key} is not an option; known are ${known.join(', ')}`,
        );
    }
    return options;
}

/** A whole number between `low` and `high`. */
export function checkWhole(name, value, low, high) {
    if (Number.isInteger(value) && value >= low && value <= high) return value;
    return refuseValue(name, value, `a whole number between ${low} and ${high}`);
}

/** Refuses what is not a number from `low` to `high`. */
export function checkBetween(name, value, low, high, unit = '') {
    if (typeof value === 'number' && value >= low && value <= high) return value;
    return refuseValue(name, value, `between ${low} and ${high}${unit}`);
}

/** What an options object says, checked, in numbers: `[{ offset, floats | integers | keys }]`. */
function convert(schema, options, loaded) {
    const writes = [];
    for (const [key, value] of Object.entries(options)) {
        const known = Object.hasOwn(schema.fields, key);
        const field = known ? schema.fields[key] : refuseKey(schema, key);
        writes.push({
            offset: field.offset,
            ...converters[field.type](schema, key, value, field, loaded),
        });
    }
    return writes;
}

function writeDef(loaded, at, writes, keysAt) {
    const { f32, u32 } = loaded.memory;
    let first = 0;
    for (const { offset, floats, integers, keys } of writes) {
        const index = (at + offset) >> 2;
        if (floats) f32.set(floats, index);
        else if (integers) u32.set(integers, index);
        else {
            u32[index] = first;
            u32[index + 1] = keys.length;
            for (const key of keys) {
                f32.set(key, (keysAt >> 2) + first);
                first += key.length;
            }
        }
    }
    return first;
}

/**
 * Writes `options` over the definition that `fill(at)` puts into scratch memory.
 * @returns {{ at: number, keysAt: number, keyCount: number }} for the core's create and set calls
 */
export function writeOptions(loaded, schemaName, options, fill) {
    const schema = loaded.schemas[schemaName];
    const writes = convert(schema, checkObject(schemaName, options), loaded);
    const keyFloats = writes.reduce((sum, { keys }) => sum + (keys?.flat().length ?? 0), 0);
    const at = loaded.core.ww_scratch(schema.bytes + keyFloats * 4);
    if (!at) throw lastError(loaded);
    fill(at);
    const keysAt = at + schema.bytes;
    return { at, keysAt, keyCount: writeDef(loaded, at, writes, keysAt) };
}

/** The error of the core's last failing call. */
export function lastError(loaded) {
    const { core, memory } = loaded;
    return errorFromStatus(core.ww_lastStatus(), memory.readString(core.ww_lastMessage()));
}

/** Throws when a call returned a status that is not 0. */
export function check(loaded, status) {
    if (status) throw lastError(loaded);
}

/** Returns a count, or throws when it is of something dead. */
export function checkCount(loaded, count) {
    if (count >>> 0 === NO_COUNT) throw lastError(loaded);
    return count >>> 0;
}

/** Returns a handle, or throws when it is 0. */
export function checkHandle(loaded, handle) {
    if (!handle) throw lastError(loaded);
    return handle >>> 0;
}
