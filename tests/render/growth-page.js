// The browser's half of the growth tests: what the kit's own vertex shader makes of the kit's own
// buffers, caught by transform feedback while the kit draws.

/**
 * Watches a context: the shader of trees, when it is linked, gives `place` to transform feedback;
 * while `catching` every draw of trees leaves in `places` where its vertices came to lie.
 */
export function watchTrees(gl) {
    const watched = { places: [], catching: false, vertexCount: 0 };
    const linkProgram = gl.linkProgram.bind(gl);
    const shaderSource = gl.shaderSource.bind(gl);
    const attachShader = gl.attachShader.bind(gl);
    const sources = new WeakMap();
    const growing = new WeakMap(); // program -> varying
    gl.shaderSource = (shader, source) => {
        sources.set(shader, source);
        shaderSource(shader, source);
    };
    gl.attachShader = (program, shader) => {
        // The shader of trees as meshes: the only one that knows where a vertex is seated. Names
        // are shortened; the first that it hands on is the place in the world.
        const source = sources.get(shader) ?? '';
        const place = /centroid out vec3 (\w+)/.exec(source);
        if (/location\s*=\s*5\)\s*in vec4/.test(source)) growing.set(program, place[1]);
        attachShader(program, shader);
    };
    gl.linkProgram = (program) => {
        if (growing.has(program)) {
            gl.transformFeedbackVaryings(
                program, [growing.get(program)], gl.SEPARATE_ATTRIBS,
            );
        }
        linkProgram(program);
    };
    const drawElementsInstanced = gl.drawElementsInstanced.bind(gl);
    gl.drawElementsInstanced = (mode, count, type, offset, instances) => {
        const program = gl.getParameter(gl.CURRENT_PROGRAM);
        if (watched.catching && growing.has(program)) {
            watched.places.push(catchPlaces(gl, watched.vertexCount, instances));
        }
        drawElementsInstanced(mode, count, type, offset, instances);
    };
    return watched;
}

function catchPlaces(gl, vertexCount, instances) {
    const size = vertexCount * instances * 12;
    const buffer = gl.createBuffer();
    const feedback = gl.createTransformFeedback();
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, feedback);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, size, gl.STREAM_READ);
    gl.enable(gl.RASTERIZER_DISCARD);
    gl.beginTransformFeedback(gl.POINTS);
    gl.drawArraysInstanced(gl.POINTS, 0, vertexCount, instances);
    gl.endTransformFeedback();
    gl.disable(gl.RASTERIZER_DISCARD);
    const places = new Float32Array(size / 4);
    gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, places);
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, null);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
    gl.deleteTransformFeedback(feedback);
    gl.deleteBuffer(buffer);
    return places;
}

/**
 * Numbers of the vertices of a mature mesh that its younger self has, in order: the same bark, the
 * same colour. Places tell apart what looks alike: `expected` is where the shader put them.
 */
export function matchVertices(mature, young, expected, tolerance) {
    const numbers = [];
    let at = 0;
    const same = (i, k) => {
        for (let c = 0; c < 2; c++) if (mature.uvs[i * 2 + c] !== young.uvs[k * 2 + c]) return false;
        for (let c = 0; c < 4; c++) {
            if (mature.colors[i * 4 + c] !== young.colors[k * 4 + c]) return false;
        }
        for (let c = 0; c < 3; c++) {
            if (mature.normals[i * 3 + c] !== young.normals[k * 3 + c]) return false;
            const off = Math.abs(expected[i * 3 + c] - young.positions[k * 3 + c]);
            if (off > tolerance) return false;
        }
        return true;
    };
    for (let k = 0; k < young.uvs.length / 2; k++) {
        while (at < mature.uvs.length / 2 && !same(at, k)) at++;
        numbers.push(at++);
    }
    return numbers;
}
