// How much one picture of a tree is like another: structure (SSIM), silhouette, coverage, colour.
// A picture here is { width, height, alpha, color }: alpha 0..1 and premultiplied rgb by pixel.

const SKY = [0.62, 0.72, 0.85];
const LUMA = [0.2126, 0.7152, 0.0722];
const RADIUS = 5;
const kernel = Array.from({ length: 2 * RADIUS + 1 }, (_, i) => Math.exp(-((i - RADIUS) ** 2) / 4.5));
const total = kernel.reduce((sum, value) => sum + value);

/** Means over squares of `side` pixels of a picture drawn on nothing: { width, height, data }. */
export function shrink({ width, height, data }, side) {
    const [w, h] = [width / side, height / side];
    const alpha = new Float64Array(w * h);
    const color = new Float64Array(w * h * 3);
    for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
            const from = (y * width + x) * 4;
            const to = Math.floor(y / side) * w + Math.floor(x / side);
            alpha[to] += data[from + 3] / 255 / side ** 2;
            for (let c = 0; c < 3; c++) color[to * 3 + c] += data[from + c] / 255 / side ** 2;
        }
    }
    return { width: w, height: h, alpha, color };
}

/** From pictures of the same thing on black and on white. */
export function matte(black, white) {
    const alpha = new Float64Array(black.width * black.height);
    const color = new Float64Array(alpha.length * 3);
    for (let i = 0; i < alpha.length; i++) {
        alpha[i] = 1 - (white.data[i * 4 + 1] - black.data[i * 4 + 1]) / 255;
        for (let c = 0; c < 3; c++) color[i * 3 + c] = black.data[i * 4 + c] / 255;
    }
    return { width: black.width, height: black.height, alpha, color };
}

// Gaussian of 1.5 px; what lies outside counts as the border does.
function blur(values, width, height) {
    const pass = (from, length, lines, step, jump) => {
        const to = new Float64Array(from.length);
        for (let line = 0; line < lines; line++) {
            for (let i = 0; i < length; i++) {
                let sum = 0;
                for (let k = -RADIUS; k <= RADIUS; k++) {
                    const at = Math.min(Math.max(i + k, 0), length - 1);
                    sum += kernel[k + RADIUS] * from[line * jump + at * step];
                }
                to[line * jump + i * step] = sum / total;
            }
        }
        return to;
    };
    return pass(pass(values, width, height, 1, width), height, width, width, 1);
}

const luma = ({ alpha, color }) => Float64Array.from(alpha, (a, i) =>
    LUMA.reduce((sum, weight, c) => sum + weight * (color[i * 3 + c] + (1 - a) * SKY[c]), 0));

// The box of what is covered in the first picture, two pixels wider.
function boxOf({ alpha, width, height }) {
    const box = { left: width, top: height, right: 0, bottom: 0 };
    alpha.forEach((a, i) => {
        if (a < 0.02) return;
        const [x, y] = [i % width, Math.floor(i / width)];
        box.left = Math.min(box.left, Math.max(x - 2, 0));
        box.right = Math.max(box.right, Math.min(x + 2, width - 1));
        box.top = Math.min(box.top, Math.max(y - 2, 0));
        box.bottom = Math.max(box.bottom, Math.min(y + 2, height - 1));
    });
    return box;
}

function similarity(a, b, { width, height }, box) {
    const products = [a.map((x) => x * x), b.map((x) => x * x), a.map((x, i) => x * b[i])];
    const [aa, bb, ab] = products.map((values) => blur(values, width, height));
    const [ma, mb] = [a, b].map((values) => blur(values, width, height));
    let [sum, count] = [0, 0];
    for (let y = box.top; y <= box.bottom; y++) {
        for (let x = box.left; x <= box.right; x++) {
            const i = y * width + x;
            const [va, vb] = [aa[i] - ma[i] ** 2, bb[i] - mb[i] ** 2];
            const both = ab[i] - ma[i] * mb[i];
            sum += ((2 * ma[i] * mb[i] + 1e-4) * (2 * both + 9e-4)) /
                ((ma[i] ** 2 + mb[i] ** 2 + 1e-4) * (va + vb + 9e-4));
            count++;
        }
    }
    return sum / count;
}

function overlap(a, b) {
    const [x, y] = [a, b].map(({ alpha, width, height }) => blur(alpha, width, height));
    let [both, either] = [0, 0];
    x.forEach((value, i) => {
        both += Math.min(value, y[i]);
        either += Math.max(value, y[i]);
    });
    return both / either;
}

const sum = (values) => values.reduce((all, value) => all + value, 0);

function meanColor({ alpha, color }) {
    const all = sum(alpha);
    return [0, 1, 2].map((c) => sum(alpha.map((_, i) => color[i * 3 + c])) / all);
}

/** { ssim, overlap, coverage (1: the same), color (largest difference of a channel's mean) } */
export function compare(truth, other) {
    const [first, second] = [meanColor(truth), meanColor(other)];
    return {
        ssim: similarity(luma(truth), luma(other), truth, boxOf(truth)),
        overlap: overlap(truth, other),
        coverage: sum(other.alpha) / sum(truth.alpha),
        color: Math.max(...first.map((value, c) => Math.abs(value - second[c]))),
    };
}

/** Mean change of a channel from one picture to the next, 0..255. */
export function change(a, b) {
    let all = 0;
    a.data.forEach((value, i) => {
        all += Math.abs(value - b.data[i]);
    });
    return all / a.data.length;
}
