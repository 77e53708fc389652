// A small PNG encoder: 8-bit RGBA, no filter, compressed by zlib.
import { crc32 as zlibCrc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const RGBA = 6;

function crc32Slow(bytes) {
    let crc = 0xffffffff;
    for (const byte of bytes) {
        crc ^= byte;
        for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return (crc ^ 0xffffffff) >>> 0;
}

// Node has it since 20.15.
const crc32 = zlibCrc32 ?? crc32Slow;

function chunk(type, content) {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(content.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
}

/** The PNG file of { width, height, data } (RGBA, top row first), as premultiplied as it came. */
export function encodePng({ width, height, data }) {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([8, RGBA, 0, 0, 0], 8);
    const stride = width * 4;
    const rows = Buffer.alloc((stride + 1) * height);
    for (let y = 0; y < height; y++) {
        rows.set(data.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
    }
    return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)),
        chunk('IEND', Buffer.alloc(0))]);
}
