// Pixels as a test looks at them: RGBA bytes, top row first, x to the right and y down.
import { createHash } from 'node:crypto';
import { encodePng } from './png.mjs';

const isVisible = ([, , , alpha]) => alpha > 8;

export class Picture {
    constructor({ width, height, data }) {
        this.width = width;
        this.height = height;
        this.data = data;
    }

    /** From what `snap` of the page sends: rows bottom first, base64. */
    static fromPage({ width, height, base64 }) {
        const rows = Buffer.from(base64, 'base64');
        const data = new Uint8Array(rows.length);
        const stride = width * 4;
        for (let y = 0; y < height; y++) {
            data.set(rows.subarray(y * stride, (y + 1) * stride), (height - 1 - y) * stride);
        }
        return new Picture({ width, height, data });
    }

    /** [r, g, b, a], 0..255. */
    pixel(x, y) {
        const at = (Math.floor(y) * this.width + Math.floor(x)) * 4;
        return Array.from(this.data.subarray(at, at + 4));
    }

    /** Calls back with ([r, g, b, a], x, y) for every pixel of a box, by default of all. */
    forEach(callback, { x = 0, y = 0, width = this.width, height = this.height } = {}) {
        for (let row = y; row < y + height; row++) {
            for (let column = x; column < x + width; column++) {
                callback(this.pixel(column, row), column, row);
            }
        }
    }

    /** Mean [r, g, b, a] of a box, by default of all. */
    mean(box) {
        const sum = [0, 0, 0, 0];
        let count = 0;
        this.forEach((pixel) => {
            pixel.forEach((value, i) => {
                sum[i] += value;
            });
            count++;
        }, box);
        return sum.map((value) => value / count);
    }

    /** How many pixels of a box fulfil a condition; by default: are not transparent. */
    count(condition = isVisible, box = undefined) {
        let count = 0;
        this.forEach((pixel, x, y) => {
            if (condition(pixel, x, y)) count++;
        }, box);
        return count;
    }

    /** Share of pixels that fulfil a condition, 0..1. */
    coverage(condition = isVisible) {
        return this.count(condition) / (this.width * this.height);
    }

    /** The smallest box around all pixels that fulfil a condition, or undefined. */
    bounds(condition = isVisible) {
        let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
        this.forEach((pixel, x, y) => {
            if (!condition(pixel, x, y)) return;
            left = Math.min(left, x);
            top = Math.min(top, y);
            right = Math.max(right, x);
            bottom = Math.max(bottom, y);
        });
        if (right < 0) return undefined;
        return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
    }

    /** How far another picture of the same size is: { max, mean, pixels } (pixels: that differ). */
    difference(other) {
        if (other.width !== this.width || other.height !== this.height) {
            throw new Error('pictures of different sizes');
        }
        let max = 0;
        let sum = 0;
        const differing = new Set();
        for (let i = 0; i < this.data.length; i++) {
            const distance = Math.abs(this.data[i] - other.data[i]);
            if (distance === 0) continue;
            max = Math.max(max, distance);
            sum += distance;
            differing.add(i >> 2);
        }
        return { max, mean: sum / this.data.length, pixels: differing.size };
    }

    /** A short hash of all bytes. */
    hash() {
        return createHash('sha256').update(this.data).digest('hex').slice(0, 16);
    }

    toPng() {
        return encodePng(this);
    }
}
