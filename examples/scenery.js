// The host of the examples: a small WebGL2 renderer of sky, land and simple meshes, such as a game
// without an engine has. It knows nothing of willowisp; the kit draws into its context after it.

import { multiply, rotate } from './maths.js';

const colors = `
vec3 encode(vec3 c) {
    return mix(c * 12.92, 1.055 * pow(max(c, vec3(0.0031308)), vec3(1.0 / 2.4)) - 0.055,
        step(0.0031308, c));
}`;

const skyVertex = `#version 300 es
out vec2 screen;
void main() {
    screen = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    gl_Position = vec4(screen, 1.0, 1.0);
}`;

const skyFragment = `#version 300 es
precision highp float;
uniform mat4 view;
uniform vec2 lens;
uniform vec3 sun, zenith, horizon, glow;
in vec2 screen;
out vec4 pixel;
${colors}
void main() {
    vec3 ray = normalize(transpose(mat3(view)) * vec3(screen * lens, -1.0));
    float height = max(ray.y, 0.0);
    vec3 color = mix(horizon, zenith, 1.0 - exp(-3.5 * height));
    float toSun = max(dot(ray, sun), 0.0);
    float halo = 0.25 * pow(toSun, 6.0) + 0.8 * pow(toSun, 90.0);
    color += glow * (halo + 18.0 * smoothstep(0.9994, 0.9998, toSun));
    pixel = vec4(encode(min(color, vec3(4.0))), 1.0);
}`;

const meshVertex = `#version 300 es
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec3 color;
uniform mat4 viewProjection;
uniform vec4 rotation;
uniform vec3 place;
out vec3 world, side, albedo;
vec3 turn(vec3 v) { return v + 2.0 * cross(rotation.xyz, cross(rotation.xyz, v) + rotation.w * v); }
void main() {
    world = turn(position) + place;
    side = turn(normal);
    albedo = color;
    gl_Position = viewProjection * vec4(world, 1.0);
}`;

const meshFragment = `#version 300 es
precision highp float;
uniform vec3 eye, sun, sunColor, skyColor, groundColor, horizon;
uniform float fog, grain;
in vec3 world, side, albedo;
out vec4 pixel;
${colors}
float hash(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453); }
float noise(vec2 p) {
    vec2 i = floor(p), f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    float near = mix(hash(i), hash(i + vec2(1, 0)), f.x);
    float far = mix(hash(i + vec2(0, 1)), hash(i + 1.0), f.x);
    return mix(near, far, f.y);
}
void main() {
    vec3 n = normalize(side);
    float patches = noise(world.xz * 0.05) * 0.6 + noise(world.xz * 0.31) * 0.3 +
        noise(world.xz * 1.7) * 0.25;
    vec3 base = albedo * mix(1.0, 0.55 + 0.8 * patches, grain);
    vec3 ambient = mix(groundColor, skyColor, n.y * 0.5 + 0.5) * 0.5;
    vec3 light = sunColor * max(dot(n, sun), 0.0) / 3.14159 + ambient;
    float distance = length(eye - world);
    vec3 color = mix(horizon, base * light, exp(-fog * distance));
    pixel = vec4(encode(color), 1.0);
}`;

function compile(gl, vertex, fragment) {
    const program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
        const shader = gl.createShader(kind);
        gl.shaderSource(shader, source);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (gl.getProgramParameter(program, gl.LINK_STATUS)) return program;
    throw new Error(gl.getProgramInfoLog(program));
}

/** Light and air of a scene; the same numbers go to the kit's world. All colours linear. */
export const skies = {
    day: {
        sun: [0.45, 0.62, 0.64],
        sunColor: [3.1, 2.8, 2.3],
        skyColor: [0.52, 0.66, 0.9],
        groundColor: [0.2, 0.19, 0.13],
        zenith: [0.1, 0.26, 0.62],
        horizon: [0.58, 0.72, 0.86],
        glow: [1.0, 0.85, 0.6],
        fog: 0.0007,
    },
    dusk: {
        sun: [0.62, 0.2, -0.76],
        sunColor: [3.4, 1.7, 0.8],
        skyColor: [0.36, 0.38, 0.6],
        groundColor: [0.16, 0.12, 0.1],
        zenith: [0.05, 0.09, 0.26],
        horizon: [0.82, 0.42, 0.27],
        glow: [1.2, 0.6, 0.25],
        fog: 0.0012,
    },
    night: {
        sun: [-0.3, 0.6, -0.74],
        sunColor: [0.22, 0.28, 0.42],
        skyColor: [0.05, 0.07, 0.13],
        groundColor: [0.02, 0.02, 0.03],
        zenith: [0.004, 0.007, 0.022],
        horizon: [0.02, 0.028, 0.055],
        glow: [0.05, 0.06, 0.09],
        fog: 0.004,
    },
};

function unit(v) {
    const size = Math.hypot(...v);
    return v.map((x) => x / size);
}

export class Scenery {
    constructor(gl, sky) {
        this.gl = gl;
        this.sky = { ...sky, sun: unit(sky.sun) };
        this.skyProgram = compile(gl, skyVertex, skyFragment);
        this.meshProgram = compile(gl, meshVertex, meshFragment);
        this.empty = gl.createVertexArray();
        this.meshes = [];
    }

    /** `vertices`: 9 floats each (position, normal, linear colour); `grain` mottles the land. */
    addMesh(vertices, indices, { grain = 0 } = {}) {
        const { gl } = this;
        const array = gl.createVertexArray();
        gl.bindVertexArray(array);
        gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
        gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(vertices), gl.STATIC_DRAW);
        for (let i = 0; i < 3; i++) {
            gl.enableVertexAttribArray(i);
            gl.vertexAttribPointer(i, 3, gl.FLOAT, false, 36, i * 12);
        }
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
        gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array(indices), gl.STATIC_DRAW);
        gl.bindVertexArray(null);
        const mesh = {
            array,
            grain,
            count: indices.length,
            position: [0, 0, 0],
            rotation: { x: 0, y: 0, z: 0, w: 1 },
            parent: null,
        };
        this.meshes.push(mesh);
        return mesh;
    }

    #set(program, values) {
        const { gl } = this;
        for (const [name, value] of Object.entries(values)) {
            const location = gl.getUniformLocation(program, name);
            if (typeof value === 'number') gl.uniform1f(location, value);
            else gl[`uniform${value.length}f`](location, ...value);
        }
    }

    draw({ view, projection, eye }) {
        const { gl, sky } = this;
        gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
        gl.clear(gl.DEPTH_BUFFER_BIT);
        gl.disable(gl.DEPTH_TEST);
        gl.useProgram(this.skyProgram);
        gl.uniformMatrix4fv(gl.getUniformLocation(this.skyProgram, 'view'), false, view);
        const { sun, zenith, horizon, glow } = sky;
        const lens = [1 / projection[0], 1 / projection[5]];
        this.#set(this.skyProgram, { lens, sun, zenith, horizon, glow });
        gl.bindVertexArray(this.empty);
        gl.drawArrays(gl.TRIANGLES, 0, 3);
        this.#drawMeshes(multiply(projection, view), eye);
        gl.bindVertexArray(null);
    }

    #drawMeshes(viewProjection, eye) {
        const { gl, sky } = this;
        const program = this.meshProgram;
        gl.enable(gl.DEPTH_TEST);
        gl.enable(gl.CULL_FACE);
        gl.useProgram(program);
        const matrix = gl.getUniformLocation(program, 'viewProjection');
        gl.uniformMatrix4fv(matrix, false, viewProjection);
        const { sun, sunColor, skyColor, groundColor, horizon, fog } = sky;
        this.#set(program, { eye, sun, sunColor, skyColor, groundColor, horizon, fog });
        for (const mesh of this.meshes) {
            const { x, y, z, w } = mesh.rotation;
            this.#set(program, { rotation: [x, y, z, w], place: mesh.position, grain: mesh.grain });
            gl.bindVertexArray(mesh.array);
            gl.drawElements(gl.TRIANGLES, mesh.count, gl.UNSIGNED_INT, 0);
        }
        gl.disable(gl.CULL_FACE);
    }
}

/** A square of land: `height(x, z)` in metres, `color(x, z, y)` linear. */
export function landMesh(size, cells, height, color) {
    const vertices = [];
    const indices = [];
    const step = size / cells;
    for (let j = 0; j <= cells; j++) {
        for (let i = 0; i <= cells; i++) {
            const x = i * step - size / 2;
            const z = j * step - size / 2;
            const y = height(x, z);
            const slopeX = height(x - 1, z) - height(x + 1, z);
            const slope = [slopeX, 2, height(x, z - 1) - height(x, z + 1)];
            vertices.push(x, y, z, ...unit(slope), ...color(x, z, y));
        }
    }
    for (let j = 0; j < cells; j++) {
        for (let i = 0; i < cells; i++) {
            const a = j * (cells + 1) + i;
            const b = a + cells + 1;
            indices.push(a, b, a + 1, a + 1, b, b + 1);
        }
    }
    return { vertices, indices };
}

/** Flat-shaded faces from corner lists: `[color, [a, b, c, …]]`, corners counter-clockwise. */
export function facesMesh(faces) {
    const vertices = [];
    const indices = [];
    for (const [color, corners] of faces) {
        const [a, b, c] = corners;
        const [u, v] = [b.map((x, i) => x - a[i]), c.map((x, i) => x - a[i])];
        const normal = unit([
            u[1] * v[2] - u[2] * v[1],
            u[2] * v[0] - u[0] * v[2],
            u[0] * v[1] - u[1] * v[0],
        ]);
        const first = vertices.length / 9;
        for (const corner of corners) vertices.push(...corner, ...normal, ...color);
        for (let i = 2; i < corners.length; i++) indices.push(first, first + i - 1, first + i);
    }
    return { vertices, indices };
}

/** The world place of a point of a mesh. */
export function pointOn(mesh, point) {
    return rotate(mesh.rotation, point).map((x, i) => x + mesh.position[i]);
}
