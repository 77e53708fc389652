// How the adapters of engines read a world matrix.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeTransform } from '../../web/attached.js';

const random = (() => {
    let state = 12345;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 4294967296;
    };
})();

function randomRotation() {
    const q = [0, 0, 0, 0].map(() => random() * 2 - 1);
    const length = Math.hypot(...q);
    return q.map((value) => value / length);
}

function rotate([x, y, z, w], v) {
    const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    const t = cross([x, y, z], v).map((value) => value * 2);
    return cross([x, y, z], t).map((value, i) => v[i] + w * t[i] + value);
}

// Column-major, as three.js and PlayCanvas have it; Babylon.js has the same numbers.
function matrixOf(rotation, scales, position) {
    const m = new Float64Array(16);
    scales.forEach((scale, i) => {
        const axis = [0, 1, 2].map((k) => Number(k === i));
        m.set(rotate(rotation, axis).map((value) => value * scale), 4 * i);
    });
    m.set([...position, 1], 12);
    return m;
}

const apply = (m, [x, y, z]) => [0, 1, 2].map((i) => m[i] * x + m[4 + i] * y + m[8 + i] * z + m[12 + i]);

// Where the transform that was written puts a point.
function place(data, v) {
    return rotate(data.slice(4, 8), v).map((value, i) => value * data[3] + data[i]);
}

const turned = ([x, y, z]) => [x, y, -z];

function near(found, wanted, tolerance) {
    found.forEach((value, i) => assert.ok(Math.abs(value - wanted[i]) < tolerance, `${found} is not ${wanted}`));
}

for (const mirrored of [false, true]) {
    test(`[web.${mirrored ? 'babylon' : 'three'}] a point goes where the world matrix puts it${mirrored ? ', z turned over' : ''}`, () => {
        // Half turns about each axis make every branch of the quaternion.
        const special = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]];
        for (let round = 0; round < 500; round++) {
            const rotation = special[round] ?? randomRotation();
            const scale = 0.1 + 3 * random();
            const m = matrixOf(rotation, [scale, scale, scale], [random(), -random(), 4 * random()]);
            const data = new Float64Array(8);
            writeTransform(data, 0, m, mirrored);
            const point = [random(), random(), random()];
            const there = mirrored ? turned(apply(m, turned(point))) : apply(m, point);
            near(place(data, point), there, 1e-9);
        }
    });
}

test('[web.three] unequal scales keep the rotation and the volume, mirrored ones stay unit quaternions', () => {
    for (let round = 0; round < 100; round++) {
        const rotation = randomRotation();
        const data = new Float64Array(8);
        writeTransform(data, 0, matrixOf(rotation, [1, 8, 1], [0, 0, 0]));
        assert.ok(Math.abs(data[3] - 2) < 1e-12);
        near(rotate(data.slice(4), [1, 2, 3]), rotate(rotation, [1, 2, 3]), 1e-9);
        writeTransform(data, 0, matrixOf(rotation, [-2, 2, 2], [0, 0, 0]));
        assert.ok(Math.abs(data[3] - 2) < 1e-12);
        near(rotate(data.slice(4), [1, 2, 3]), rotate(rotation, [1, 2, 3]), 1e-9);
    }
});

test('[web.three] a matrix without volume keeps the last rotation', () => {
    const data = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1);
    writeTransform(data, 0, matrixOf([1, 0, 0, 0], [0, 1, 1], [7, 8, 9]));
    assert.deepEqual(Array.from(data), [7, 8, 9, 0, 0, 0, 0, 1]);
});
