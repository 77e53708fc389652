// The parameter tables as the wasm has them, against the .def files that they come from.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseDefinition, parseStats } from '../../tools/definitions.mjs';
import { root } from '../../tools/process.mjs';
import { definitions } from '../../tools/schema.mjs';
import { openKit } from './load.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');

// What tools/definitions.mjs says of a field, as kit.schemas has it.
function fieldOf({ type, offset, default: value, min, max, unit, values, columns }) {
    const facts = { type, offset, default: value, min, max };
    if (columns) return { ...facts, columns };
    return values ? { ...facts, values } : { ...facts, unit };
}

test('kit.schemas says what the tables say, of every definition', async () => {
    const kit = await openKit();
    assert.deepEqual(Object.keys(kit.schemas), definitions.map(({ key }) => key));
    for (const { key, file } of definitions) {
        const { name, bytes, fields } = parseDefinition(read(file), file);
        const wanted = fields.map((field) => [field.name, fieldOf(field)]);
        assert.deepEqual(kit.schemas[key], { name, bytes, fields: Object.fromEntries(wanted) });
    }
    kit.dispose();
});

test('the statistics are the table\'s, in its order', async () => {
    const kit = await openKit();
    const names = parseStats(read('src/frame/stats.def'), 'stats.def').map(({ name }) => name);
    const known = ['frame', 'fps', 'cpuMs', ...names, 'heapBytes'];
    assert.deepEqual(Object.keys(kit.stats.toJSON()), known);
    kit.dispose();
});
