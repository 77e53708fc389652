// The parameter tables of the core, read from its heap: WwSchema and WwField of src/base/schema.h.

const FIELD_BYTES = 20;

// By WwFieldType: the name, and how many numbers a default is.
const types = [
    ['float', 1], ['int', 1], ['bool', 1], ['enum', 1], ['vec3', 3], ['range', 2], ['color', 4],
    ['curve', 0], ['gradient', 0], ['texture', 0], ['list', 0],
];

// The shortest decimal number that is this float: 0.1, not 0.10000000149011612.
function shortest(float) {
    let digits = 1;
    while (Math.fround(float.toPrecision(digits)) !== float) digits++;
    return Number(float.toPrecision(digits));
}

function readDefault({ u32, f32 }, at, type, count, values) {
    const index = at >> 2;
    const whole = u32[index];
    if (values) return values[whole];
    if (type === 'bool') return whole === 1;
    if (type === 'int') return whole;
    const numbers = Array.from(f32.subarray(index, index + count), shortest);
    return count > 1 ? numbers : numbers[0];
}

// 'time=0|count' -> [['time', 0], ['count']]
function readColumns(text) {
    return text.split('|').map((column) => {
        const [name, value] = column.split('=');
        return value === undefined ? [name] : [name, Number(value)];
    });
}

function readField(memory, at, defaults) {
    const index = at >> 2;
    const { u32, f32 } = memory;
    const [type, count] = types[u32[index + 4] & 0xff];
    const offset = u32[index + 4] >> 16;
    const unit = memory.readString(u32[index + 1]);
    const values = type === 'enum' ? unit.split('|') : undefined;
    const high = shortest(f32[index + 3]);
    const field = {
        type,
        offset,
        default: readDefault(memory, defaults + offset, type, count, values),
        min: shortest(f32[index + 2]),
        max: type === 'int' ? Math.min(high, 0xffffffff) : high, // as a float it is rounded up
    };
    if (type === 'list') return { ...field, columns: readColumns(unit) };
    return values ? { ...field, values } : { ...field, unit };
}

function readSchema(memory, at) {
    const [name, bytes, defaults, count, first] = memory.u32.subarray(at >> 2);
    const fields = {};
    for (let i = 0; i < count; i++) {
        const field = first + i * FIELD_BYTES;
        const key = memory.readString(memory.u32[field >> 2]);
        fields[key] = readField(memory, field, defaults);
    }
    return { name: memory.readString(name), bytes, fields };
}

/** What `call` points to for 0, 1, 2, ... until it gives null. */
export function readList(call, read) {
    const list = [];
    for (let at; (at = call(list.length));) list.push(read(at));
    return list;
}

/** Layout, defaults and limits of every definition: `{ trailStyle: { name, bytes, fields } }`. */
export function readSchemas({ core, memory }) {
    const schemas = readList(core.ww_schema, (at) => readSchema(memory, at));
    const key = (name) => name.replace(/ (.)/g, (_, letter) => letter.toUpperCase());
    return Object.fromEntries(schemas.map((schema) => [key(schema.name), schema]));
}

/** What a definition at `at` says, as options. */
export function readOptions(memory, schema, at) {
    const numbers = Object.fromEntries(types);
    const value = ([key, { type, offset, values }]) => (
        [key, readDefault(memory, at + offset, type, numbers[type], values)]);
    return Object.fromEntries(Object.entries(schema.fields).map(value));
}
