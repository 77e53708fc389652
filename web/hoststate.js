// The GL state that `draw` touches, saved and restored for hosts that ask for it
// (`hostState: 'preserve'`). What is bound is known to the browser and costs little to ask for;
// the rest has to be asked of the GPU's process and costs milliseconds a frame. Hosts that can
// forget their copy of the state (three.js, Babylon.js) need neither.

const UNITS = 6;
const BLOCKS = 2;

const capabilities = [
    'BLEND',
    'DEPTH_TEST',
    'CULL_FACE',
    'STENCIL_TEST',
    'POLYGON_OFFSET_FILL',
    'SAMPLE_ALPHA_TO_COVERAGE',
    'SAMPLE_COVERAGE',
    'RASTERIZER_DISCARD',
    'SCISSOR_TEST',
];

const pixelStore = [
    'UNPACK_FLIP_Y_WEBGL',
    'UNPACK_PREMULTIPLY_ALPHA_WEBGL',
    'UNPACK_ALIGNMENT',
    'UNPACK_SKIP_PIXELS',
    'UNPACK_SKIP_ROWS',
    'UNPACK_SKIP_IMAGES',
    'PACK_SKIP_PIXELS',
    'PACK_SKIP_ROWS',
];
const slowPixelStore = [
    'UNPACK_ROW_LENGTH', 'UNPACK_IMAGE_HEIGHT', 'PACK_ALIGNMENT', 'PACK_ROW_LENGTH',
];

const valuesOf = (gl, names) => names.map((name) => [gl[name], gl.getParameter(gl[name])]);

function saveUnits(gl) {
    const active = gl.getParameter(gl.ACTIVE_TEXTURE);
    const units = [];
    for (let unit = 0; unit < UNITS; unit++) {
        gl.activeTexture(gl.TEXTURE0 + unit);
        units.push({
            plain: gl.getParameter(gl.TEXTURE_BINDING_2D),
            array: gl.getParameter(gl.TEXTURE_BINDING_2D_ARRAY),
            sampler: gl.getParameter(gl.SAMPLER_BINDING),
        });
    }
    gl.activeTexture(active);
    return { active, units };
}

function restoreUnits(gl, { active, units }) {
    units.forEach(({ plain, array, sampler }, unit) => {
        gl.activeTexture(gl.TEXTURE0 + unit);
        gl.bindTexture(gl.TEXTURE_2D, plain);
        gl.bindTexture(gl.TEXTURE_2D_ARRAY, array);
        gl.bindSampler(unit, sampler);
    });
    gl.activeTexture(active);
}

function saveBlocks(gl) {
    const blocks = [];
    for (let block = 0; block < BLOCKS; block++) {
        const buffer = gl.getIndexedParameter(gl.UNIFORM_BUFFER_BINDING, block);
        const ask = (name) => (buffer ? gl.getIndexedParameter(gl[name], block) : 0);
        const [start, size] = [ask('UNIFORM_BUFFER_START'), ask('UNIFORM_BUFFER_SIZE')];
        blocks.push({ buffer, start, size });
    }
    return blocks;
}

function restoreBlocks(gl, blocks) {
    blocks.forEach(({ buffer, start, size }, block) => {
        if (buffer && size) gl.bindBufferRange(gl.UNIFORM_BUFFER, block, buffer, start, size);
        else gl.bindBufferBase(gl.UNIFORM_BUFFER, block, buffer);
    });
}

const stencil = ['FUNC', 'REF', 'VALUE_MASK', 'FAIL', 'PASS_DEPTH_FAIL', 'PASS_DEPTH_PASS',
    'WRITEMASK'];

function restoreStencil(gl, states) {
    [gl.FRONT, gl.BACK].forEach((side, i) => {
        const [func, reference, mask, fail, depthFail, pass, writeMask] = states[i];
        gl.stencilFuncSeparate(side, func, reference, mask);
        gl.stencilOpSeparate(side, fail, depthFail, pass);
        gl.stencilMaskSeparate(side, writeMask);
    });
}

/** What is bound, what is enabled, the viewport, and how pixels are stored but for their rows. */
export function saveBindings(gl) {
    const get = (name) => gl.getParameter(gl[name]);
    return {
        capabilities: capabilities.map((name) => [gl[name], gl.isEnabled(gl[name])]),
        pixelStore: valuesOf(gl, pixelStore),
        program: get('CURRENT_PROGRAM'),
        vertexArray: get('VERTEX_ARRAY_BINDING'),
        arrayBuffer: get('ARRAY_BUFFER_BINDING'),
        uniformBuffer: get('UNIFORM_BUFFER_BINDING'),
        packBuffer: get('PIXEL_PACK_BUFFER_BINDING'),
        unpackBuffer: get('PIXEL_UNPACK_BUFFER_BINDING'),
        renderbuffer: get('RENDERBUFFER_BINDING'),
        readFramebuffer: get('READ_FRAMEBUFFER_BINDING'),
        drawFramebuffer: get('DRAW_FRAMEBUFFER_BINDING'),
        viewport: get('VIEWPORT'),
        units: saveUnits(gl),
        blocks: saveBlocks(gl),
    };
}

export function restoreBindings(gl, state) {
    for (const [capability, on] of state.capabilities) {
        if (on) gl.enable(capability);
        else gl.disable(capability);
    }
    for (const [parameter, value] of state.pixelStore) gl.pixelStorei(parameter, value);
    restoreBlocks(gl, state.blocks);
    restoreUnits(gl, state.units);
    gl.useProgram(state.program);
    gl.bindVertexArray(state.vertexArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, state.arrayBuffer);
    gl.bindBuffer(gl.UNIFORM_BUFFER, state.uniformBuffer);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, state.packBuffer);
    gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, state.unpackBuffer);
    gl.bindRenderbuffer(gl.RENDERBUFFER, state.renderbuffer);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, state.readFramebuffer);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, state.drawFramebuffer);
    gl.viewport(...state.viewport);
}

/** Everything that a draw of the kit may change. */
export function saveHostState(gl) {
    const get = (name) => gl.getParameter(gl[name]);
    return {
        bindings: saveBindings(gl),
        pixelStore: valuesOf(gl, slowPixelStore),
        scissor: get('SCISSOR_BOX'),
        depthMask: get('DEPTH_WRITEMASK'),
        depthFunc: get('DEPTH_FUNC'),
        colorMask: get('COLOR_WRITEMASK'),
        blendFunc: [
            'BLEND_SRC_RGB', 'BLEND_DST_RGB', 'BLEND_SRC_ALPHA', 'BLEND_DST_ALPHA',
        ].map(get),
        blendEquation: ['BLEND_EQUATION_RGB', 'BLEND_EQUATION_ALPHA'].map(get),
        stencil: ['', 'BACK_'].map((side) => stencil.map((name) => get(`STENCIL_${side}${name}`))),
    };
}

export function restoreHostState(gl, state) {
    restoreBindings(gl, state.bindings);
    for (const [parameter, value] of state.pixelStore) gl.pixelStorei(parameter, value);
    gl.scissor(...state.scissor);
    gl.depthMask(state.depthMask);
    gl.depthFunc(state.depthFunc);
    gl.colorMask(...state.colorMask);
    restoreStencil(gl, state.stencil);
    gl.blendFuncSeparate(...state.blendFunc);
    gl.blendEquationSeparate(...state.blendEquation);
}
