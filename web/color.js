// Colours as users write them -> linear RGBA. CSS colours are sRGB; arrays are linear already.

import { InvalidDefError, show } from './errors.js';

const named = {
    white: '#ffffff',
    black: '#000000',
    red: '#ff0000',
    lime: '#00ff00',
    green: '#008000',
    blue: '#0000ff',
    yellow: '#ffff00',
    cyan: '#00ffff',
    magenta: '#ff00ff',
    orange: '#ffa500',
    gold: '#ffd700',
    gray: '#808080',
    transparent: '#00000000',
};

function isNumber(value) {
    return typeof value === 'number';
}

function toLinear(encoded) {
    return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
}

function parseHex(text) {
    const short = text.length <= 4;
    const digits = short ? [...text].map((c) => c + c).join('') : text;
    const channels = digits.match(/../g).map((pair) => parseInt(pair, 16) / 255);
    return channels.length === 3 ? [...channels, 1] : channels;
}

function parseFunction(text) {
    const parts = text.split(/[\s,/]+/).filter(Boolean);
    if (parts.length !== 3 && parts.length !== 4) return null;
    const channels = parts.map((part, i) => {
        const number = parseFloat(part);
        if (part.endsWith('%')) return number / 100;
        return i < 3 ? number / 255 : number;
    });
    return channels.length === 3 ? [...channels, 1] : channels;
}

function parseCss(text) {
    const css = named[text.trim().toLowerCase()] ?? text.trim().toLowerCase();
    const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(css);
    if (hex) return parseHex(hex[1]);
    const call = /^rgba?\((.*)\)$/.exec(css);
    return call ? parseFunction(call[1]) : null;
}

/**
 * `'#ffb02e'`, `'rgb(255 176 46 / 50%)'`, a name, `0xffb02e`, or linear `[r, g, b]` and
 * `[r, g, b, a]`.
 */
export function parseColor(value, key) {
    if (Array.isArray(value) || ArrayBuffer.isView(value)) {
        const channels = Array.from(value);
        if (channels.length === 3) channels.push(1);
        if (channels.length === 4 && channels.every(isNumber)) return channels;
    } else if (Number.isInteger(value) && value >= 0 && value <= 0xffffff) {
        return parseColor(`#${value.toString(16).padStart(6, '0')}`, key);
    } else if (typeof value === 'string') {
        const encoded = parseCss(value);
        if (encoded?.every((channel) => channel >= 0 && channel <= 1)) {
            return [...encoded.slice(0, 3).map(toLinear), encoded[3]];
        }
    }
    throw new InvalidDefError(
        `${key} is ${show(value)}, it must be a colour: '#rgb', '#rrggbb', ` +
            `'#rrggbbaa', 'rgb(r g b / a)', ${Object.keys(named).join(', ')}, or linear ` +
            'numbers [r, g, b, a]',
    );
}
