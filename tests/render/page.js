// The browser's half of the render tests: runs functions that the harness sends and hands pictures
// back. Kits and contexts that a function leaves behind are closed after it.
import * as willowisp from 'willowisp';

const WIDTH = 512;
const HEIGHT = 288;

const contexts = new Set();
const kits = new Set();

function makeCanvas(width = WIDTH, height = HEIGHT) {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    document.body.append(canvas);
    const getContext = canvas.getContext.bind(canvas);
    canvas.getContext = (type, attributes) => {
        const context = getContext(type, attributes);
        if (context && type === 'webgl2') contexts.add(context);
        return context;
    };
    return canvas;
}

async function createKit(options) {
    const kit = await willowisp.createKit(options);
    kits.add(kit);
    return kit;
}

function subtract(a, b) {
    return a.map((value, i) => value - b[i]);
}

function cross(a, b) {
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a, b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function normalize(a) {
    const length = Math.hypot(...a);
    return a.map((value) => value / length);
}

function lookAt(eye, target, up) {
    const back = normalize(subtract(eye, target));
    const right = normalize(cross(up, back));
    const over = cross(back, right);
    return Float32Array.of(
        right[0], over[0], back[0], 0, right[1], over[1], back[1], 0,
        right[2], over[2], back[2], 0, -dot(right, eye), -dot(over, eye), -dot(back, eye), 1,
    );
}

function perspective(fovY, aspect, near, far) {
    const f = 1 / Math.tan(fovY / 2);
    return Float32Array.of(f / aspect, 0, 0, 0, 0, f, 0, 0,
        0, 0, (far + near) / (near - far), -1, 0, 0, (2 * far * near) / (near - far), 0);
}

function orthographic(halfHeight, aspect, near, far) {
    return Float32Array.of(1 / (halfHeight * aspect), 0, 0, 0, 0, 1 / halfHeight, 0, 0,
        0, 0, 2 / (near - far), 0, 0, 0, (far + near) / (near - far), 1);
}

// What `kit.draw` takes. With `halfHeight` (metres) it is an orthographic camera, whose pixels are
// easy to reckon; otherwise a perspective one.
function camera({ eye = [0, 0, 10], target = [0, 0, 0], up = [0, 1, 0], fovY = Math.PI / 3,
    aspect = WIDTH / HEIGHT, near = 0.1, far = 1000, halfHeight } = {}) {
    const projection = halfHeight ? orthographic(halfHeight, aspect, near, far)
        : perspective(fovY, aspect, near, far);
    return { view: lookAt(eye, target, up), projection };
}

function toBase64(bytes) {
    let text = '';
    for (let i = 0; i < bytes.length; i += 32768) {
        text += String.fromCharCode(...bytes.subarray(i, i + 32768));
    }
    return btoa(text);
}

// The pixels of the bound framebuffer, top row first. Call it in the task that drew.
function snap({ gl }, width = gl.drawingBufferWidth, height = gl.drawingBufferHeight) {
    const bytes = new Uint8Array(width * height * 4);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    return { isPicture: true, width, height, base64: toBase64(bytes) };
}

function nextFrame() {
    return new Promise((resolve) => {
        requestAnimationFrame(resolve);
    });
}

function closeAll() {
    const errors = [];
    for (const gl of contexts) {
        const error = gl.isContextLost() ? 0 : gl.getError();
        if (error) errors.push(`GL error 0x${error.toString(16)}`);
    }
    for (const kit of kits) kit.dispose();
    for (const gl of contexts) {
        const error = gl.isContextLost() ? 0 : gl.getError();
        if (error) errors.push(`GL error 0x${error.toString(16)} after dispose`);
        gl.getExtension('WEBGL_lose_context')?.loseContext();
    }
    kits.clear();
    contexts.clear();
    document.body.replaceChildren();
    return errors;
}

// Moves a trail's source along a path, a point an update: [x, y, z] or [x, y, z, quaternion].
function lay(kit, trail, path, dt = 1 / 60) {
    path.forEach((point, i) => {
        trail.transform.set(...point);
        kit.update(i ? dt : 0);
    });
}

// Points on the way through some corners, `step` apart.
function walk(corners, step = 0.25) {
    const path = [corners[0]];
    for (let i = 1; i < corners.length; i++) {
        const [from, to] = [corners[i - 1], corners[i]];
        const count = Math.max(Math.round(Math.hypot(...subtract(to, from)) / step), 1);
        for (let k = 1; k <= count; k++) {
            path.push(from.map((value, axis) => value + ((to[axis] - value) * k) / count));
        }
    }
    return path;
}

const tools = { lay, walk, willowisp, createKit, makeCanvas, camera, snap, nextFrame };

window.runTest = async (source, argument) => {
    let result;
    let failure;
    try {
        const body = new Function(`return (${source});`)();
        result = await body(tools, argument);
    } catch (error) {
        failure = error.stack ?? String(error);
    }
    const errors = closeAll();
    return { result, failure, errors };
};
