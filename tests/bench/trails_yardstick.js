// What is measured against: trails as they are commonly written. Points are objects in an array for
// each trail; each frame ages them, builds all vertices anew, facing the camera, and sends all.

const FLOATS = 9; // position, uv, colour
const vertexSource = `#version 300 es
uniform mat4 viewProjection;
layout(location = 0) in vec3 position;
layout(location = 1) in vec2 uv;
layout(location = 2) in vec4 color;
out vec4 tint;
void main() { tint = color * (1.0 - uv.x); gl_Position = viewProjection * vec4(position, 1.0); }`;
const fragmentSource = `#version 300 es
precision mediump float;
in vec4 tint;
out vec4 pixel;
void main() { pixel = tint; }`;

function compile(gl) {
    const program = gl.createProgram();
    for (const [type, source] of [[gl.VERTEX_SHADER, vertexSource], [gl.FRAGMENT_SHADER, fragmentSource]]) {
        const shader = gl.createShader(type);
        gl.shaderSource(shader, source);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    return program;
}

function multiply(a, b) {
    const out = new Float32Array(16);
    for (let i = 0; i < 16; i++) {
        const [row, column] = [i & 3, i & 12];
        for (let k = 0; k < 4; k++) out[i] += a[row + 4 * k] * b[column + k];
    }
    return out;
}

function eyeOf(view) {
    const t = [view[12], view[13], view[14]];
    return [0, 4, 8].map((c) => -(view[c] * t[0] + view[c + 1] * t[1] + view[c + 2] * t[2]));
}

export class Yardstick {
    #trails = new Set();
    #slots = 0;
    #points = 0;
    #program;
    #buffers;
    #vertices = new Float32Array(0);
    #matrixAt;
    #time = 0;

    constructor(canvas) {
        this.gl = canvas.getContext('webgl2', { antialias: false });
        this.transforms = { data: new Float32Array(8 * 16384) };
        this.stats = { uploadBytes: 0, recordBytes: 0, drawCalls: 0, heapBytes: 0 };
        const { gl } = this;
        this.#program = compile(gl);
        this.#matrixAt = gl.getUniformLocation(this.#program, 'viewProjection');
        this.#buffers = { vertices: gl.createBuffer(), indices: gl.createBuffer() };
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    }

    createTrailStyle(options) {
        return { minVertexDistance: 0.1, maxPoints: 64, width: 0.3, ...options };
    }

    createTransform() {
        return { slot: this.#slots++ };
    }

    createTrail(style, { transform = this.createTransform() } = {}) {
        const trail = { style, transform, points: [], alive: true };
        trail.destroy = () => { trail.alive = false; };
        this.#trails.add(trail);
        return trail;
    }

    update(dt) {
        this.#time += dt;
        this.#points = 0;
        const { data } = this.transforms;
        for (const trail of this.#trails) {
            const { style, points, transform } = trail;
            while (points.length && points[0].birth + style.lifetime <= this.#time) points.shift();
            if (!trail.alive && !points.length) this.#trails.delete(trail);
            const at = transform.slot * 8;
            const [x, y, z] = [data[at], data[at + 1], data[at + 2]];
            const last = points.at(-1);
            const far = !last || Math.hypot(x - last.x, y - last.y, z - last.z) >= style.minVertexDistance;
            if (trail.alive && far) points.push({ x, y, z, birth: this.#time });
            if (points.length > style.maxPoints) points.shift();
            this.#points += points.length;
        }
    }

    #reserve(gl, points) {
        if (this.#vertices.length >= points * 2 * FLOATS) return;
        this.#vertices = new Float32Array(points * 4 * FLOATS);
        const indices = new Uint32Array(points * 2 * 6);
        for (let i = 0; i < points * 2; i++) {
            indices.set([2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 2, 2 * i + 1, 2 * i + 3], 6 * i);
        }
        gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffers.vertices);
        gl.bufferData(gl.ARRAY_BUFFER, this.#vertices.byteLength, gl.DYNAMIC_DRAW);
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.#buffers.indices);
        gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
        [3, 2, 4].forEach((size, i) => {
            gl.enableVertexAttribArray(i);
            gl.vertexAttribPointer(i, size, gl.FLOAT, false, FLOATS * 4, [0, 12, 20][i]);
        });
    }

    // Two vertices a point; the ends of a trail have no width, which hides the joins.
    #build(eye) {
        const out = this.#vertices;
        let at = 0;
        for (const { style, points } of this.#trails) {
            for (let i = 0; i < points.length; i++) {
                const p = points[i];
                const a = points[Math.max(i - 1, 0)];
                const b = points[Math.min(i + 1, points.length - 1)];
                const [tx, ty, tz] = [b.x - a.x, b.y - a.y, b.z - a.z];
                const [ex, ey, ez] = [eye[0] - p.x, eye[1] - p.y, eye[2] - p.z];
                const [sx, sy, sz] = [ty * ez - tz * ey, tz * ex - tx * ez, tx * ey - ty * ex];
                const isEnd = i === 0 || i === points.length - 1;
                const half = isEnd ? 0 : style.width / 2 / (Math.hypot(sx, sy, sz) || 1);
                const age = (this.#time - p.birth) / style.lifetime;
                for (let side = -1; side <= 1; side += 2) {
                    out[at] = p.x + side * half * sx;
                    out[at + 1] = p.y + side * half * sy;
                    out[at + 2] = p.z + side * half * sz;
                    out[at + 3] = age;
                    out[at + 4] = side;
                    out[at + 5] = out[at + 6] = out[at + 7] = out[at + 8] = 1 - age;
                    at += FLOATS;
                }
            }
        }
        return at;
    }

    draw({ view, projection }) {
        const { gl } = this;
        this.#reserve(gl, this.#points);
        const floats = this.#build(eyeOf(view));
        gl.clear(gl.COLOR_BUFFER_BIT);
        gl.useProgram(this.#program);
        gl.uniformMatrix4fv(this.#matrixAt, false, multiply(projection, view));
        gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffers.vertices);
        gl.bufferSubData(gl.ARRAY_BUFFER, 0, this.#vertices.subarray(0, floats));
        const quads = floats / FLOATS / 2 - 1;
        if (quads > 0) gl.drawElements(gl.TRIANGLES, 6 * quads, gl.UNSIGNED_INT, 0);
        this.stats.uploadBytes = this.stats.recordBytes = floats * 4;
        this.stats.drawCalls = 1;
    }

    dispose() {}
}
