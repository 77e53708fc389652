// The GL functions that the core imports, bound to one WebGL2 context. Objects get small numbers;
// framebuffer 0 is the one that the host had bound when the core first bound its own.

const COMPILE_STATUS = 0x8b81;
const VIEWPORT = 0x0ba2;
const FRAMEBUFFER_BINDING = 0x8ca6;

/** Numbers for WebGL objects; 0 is null. */
class Names {
    constructor() {
        this.objects = [null];
        this.free = [];
    }

    add(object) {
        const name = this.free.pop() ?? this.objects.length;
        this.objects[name] = object;
        return name;
    }

    get(name) {
        return this.objects[name];
    }

    remove(name) {
        const object = this.objects[name];
        this.objects[name] = null;
        if (name) this.free.push(name);
        return object;
    }
}

// `host` holds what changes with the context: gl, the names of its objects, the host's framebuffer.

// Shaders, programs and uniforms.
function programImports(host, memory) {
    const writeLog = (log, capacity, lengthOut, out) => {
        memory.writeString(out, capacity, log ?? '');
        if (lengthOut) memory.u32[lengthOut >> 2] = log?.length ?? 0;
    };
    return {
        glAttachShader: (program, shader) =>
            host.gl.attachShader(host.names.programs.get(program), host.names.shaders.get(shader)),
        glCompileShader: (shader) => host.gl.compileShader(host.names.shaders.get(shader)),
        glCreateProgram: () => host.names.programs.add(host.gl.createProgram()),
        glCreateShader: (stage) => host.names.shaders.add(host.gl.createShader(stage)),
        glDeleteProgram: (name) => host.gl.deleteProgram(host.names.programs.remove(name)),
        glDeleteShader: (name) => host.gl.deleteShader(host.names.shaders.remove(name)),
        glGetProgramInfoLog: (name, capacity, lengthOut, out) =>
            writeLog(
                host.gl.getProgramInfoLog(host.names.programs.get(name)), capacity, lengthOut, out,
            ),
        glGetProgramiv(name, parameter, out) {
            const value = host.gl.getProgramParameter(host.names.programs.get(name), parameter);
            memory.i32[out >> 2] = value | 0;
        },
        glGetShaderInfoLog: (name, capacity, lengthOut, out) =>
            writeLog(
                host.gl.getShaderInfoLog(host.names.shaders.get(name)), capacity, lengthOut, out,
            ),
        glGetShaderiv(name, parameter, out) {
            const value = host.gl.getShaderParameter(host.names.shaders.get(name), parameter);
            memory.i32[out >> 2] = parameter === COMPILE_STATUS ? +value : value | 0;
        },
        glGetUniformBlockIndex: (program, name) =>
            host.gl.getUniformBlockIndex(host.names.programs.get(program), memory.readString(name)),
        glGetUniformLocation(program, name) {
            const location = host.gl.getUniformLocation(
                host.names.programs.get(program),
                memory.readString(name),
            );
            return location ? host.names.uniforms.add(location) : -1;
        },
        glLinkProgram: (program) => host.gl.linkProgram(host.names.programs.get(program)),
        glShaderSource(shader, count, sources) {
            let text = '';
            for (let i = 0; i < count; i++) {
                text += memory.readString(memory.u32[(sources >> 2) + i]);
            }
            host.gl.shaderSource(host.names.shaders.get(shader), text);
        },
        glUniform1i: (location, value) =>
            host.gl.uniform1i(host.names.uniforms.get(location), value),
        glUniform4fv: (location, count, values) =>
            host.gl.uniform4fv(
                host.names.uniforms.get(location), memory.f32, values >> 2, count * 4,
            ),
        glUniformBlockBinding: (program, index, binding) =>
            host.gl.uniformBlockBinding(host.names.programs.get(program), index, binding),
    };
}

// Buffers, textures, framebuffers and vertex arrays: made, bound, deleted.
function objectImports(host, memory) {
    const generate = (kind, create) => (count, out) => {
        for (let i = 0; i < count; i++) {
            memory.u32[(out >> 2) + i] = host.names[kind].add(host.gl[create]());
        }
    };
    const remove = (kind, destroy) => (count, list) => {
        for (let i = 0; i < count; i++) {
            host.gl[destroy](host.names[kind].remove(memory.u32[(list >> 2) + i]));
        }
    };
    return {
        glBindBuffer: (target, name) => host.gl.bindBuffer(target, host.names.buffers.get(name)),
        glBindBufferBase: (target, index, name) =>
            host.gl.bindBufferBase(target, index, host.names.buffers.get(name)),
        glBindFramebuffer(target, name) {
            if (name && !host.inOwnFramebuffer) {
                host.framebuffer = host.gl.getParameter(FRAMEBUFFER_BINDING);
            }
            host.inOwnFramebuffer = name !== 0;
            const framebuffer = name ? host.names.framebuffers.get(name) : host.framebuffer;
            host.gl.bindFramebuffer(target, framebuffer);
        },
        glBindRenderbuffer: (target, name) =>
            host.gl.bindRenderbuffer(target, host.names.renderbuffers.get(name)),
        glBindSampler: (unit) => host.gl.bindSampler(unit, null),
        glBindTexture: (target, name) => host.gl.bindTexture(target, host.names.textures.get(name)),
        glBindVertexArray: (name) => host.gl.bindVertexArray(host.names.arrays.get(name)),
        glDeleteBuffers: remove('buffers', 'deleteBuffer'),
        glDeleteFramebuffers: remove('framebuffers', 'deleteFramebuffer'),
        glDeleteRenderbuffers: remove('renderbuffers', 'deleteRenderbuffer'),
        glDeleteTextures: remove('textures', 'deleteTexture'),
        glDeleteVertexArrays: remove('arrays', 'deleteVertexArray'),
        glFramebufferRenderbuffer: (target, attachment, kind, name) =>
            host.gl.framebufferRenderbuffer(
                target, attachment, kind, host.names.renderbuffers.get(name),
            ),
        glFramebufferTexture2D: (target, attachment, kind, name, level) =>
            host.gl.framebufferTexture2D(
                target, attachment, kind, host.names.textures.get(name), level,
            ),
        glFramebufferTextureLayer: (target, attachment, name, level, layer) =>
            host.gl.framebufferTextureLayer(
                target, attachment, host.names.textures.get(name), level, layer,
            ),
        glGenBuffers: generate('buffers', 'createBuffer'),
        glGenFramebuffers: generate('framebuffers', 'createFramebuffer'),
        glGenRenderbuffers: generate('renderbuffers', 'createRenderbuffer'),
        glGenTextures: generate('textures', 'createTexture'),
        glGenVertexArrays: generate('arrays', 'createVertexArray'),
    };
}

// Fixed state.
function stateImports(host) {
    return {
        glActiveTexture: (unit) => host.gl.activeTexture(unit),
        glBlendEquation: (mode) => host.gl.blendEquation(mode),
        glBlendFunc: (source, destination) => host.gl.blendFunc(source, destination),
        glBlendFuncSeparate: (source, destination, sourceAlpha, destinationAlpha) =>
            host.gl.blendFuncSeparate(source, destination, sourceAlpha, destinationAlpha),
        glColorMask: (r, g, b, a) => host.gl.colorMask(!!r, !!g, !!b, !!a),
        glDepthFunc: (func) => host.gl.depthFunc(func),
        glDepthMask: (on) => host.gl.depthMask(!!on),
        glDisable: (capability) => host.gl.disable(capability),
        glEnable: (capability) => host.gl.enable(capability),
        glStencilFunc: (func, reference, mask) => host.gl.stencilFunc(func, reference, mask),
        glStencilMask: (mask) => host.gl.stencilMask(mask),
        glStencilOp: (fail, depthFail, pass) => host.gl.stencilOp(fail, depthFail, pass),
        glScissor: (x, y, width, height) => host.gl.scissor(x, y, width, height),
        glUseProgram: (name) => host.gl.useProgram(host.names.programs.get(name)),
        glViewport: (x, y, width, height) => host.gl.viewport(x, y, width, height),
    };
}

// What moves data or draws.
function dataImports(host, memory) {
    return {
        glBufferData: (target, size, data, usage) =>
            host.gl.bufferData(target, memory.u8, usage, data, size),
        glBufferSubData: (target, offset, size, data) =>
            host.gl.bufferSubData(target, offset, memory.u8, data, size),
        glClearBufferfv: (buffer, index, values) =>
            host.gl.clearBufferfv(buffer, index, memory.f32, values >> 2),
        glClearBufferiv: (buffer, index, values) =>
            host.gl.clearBufferiv(buffer, index, memory.i32, values >> 2),
        glDrawBuffers: (count, list) =>
            host.gl.drawBuffers(Array.from(memory.u32.subarray(list >> 2, (list >> 2) + count))),
        glDrawElementsInstanced: (mode, count, type, offset, instances) =>
            host.gl.drawElementsInstanced(mode, count, type, offset, instances),
        glEnableVertexAttribArray: (index) => host.gl.enableVertexAttribArray(index),
        glGetIntegerv(parameter, out) {
            const value = host.gl.getParameter(parameter);
            if (parameter === VIEWPORT) memory.i32.set(value, out >> 2);
            else memory.i32[out >> 2] = value;
        },
        glPixelStorei: (parameter, value) => host.gl.pixelStorei(parameter, value),
        glReadBuffer: (source) => host.gl.readBuffer(source),
        glReadPixels: (x, y, width, height, format, type, out) =>
            host.gl.readPixels(x, y, width, height, format, type, memory.u8, out),
        glRenderbufferStorage: (target, format, width, height) =>
            host.gl.renderbufferStorage(target, format, width, height),
        glTexParameteri: (target, parameter, value) =>
            host.gl.texParameteri(target, parameter, value),
        glTexStorage2D: (target, levels, format, width, height) =>
            host.gl.texStorage2D(target, levels, format, width, height),
        glTexStorage3D: (target, levels, format, width, height, depth) =>
            host.gl.texStorage3D(target, levels, format, width, height, depth),
        glTexSubImage2D(target, level, x, y, width, height, format, type, data) {
            const { view, shift } = memory.viewFor(type);
            host.gl.texSubImage2D(
                target, level, x, y, width, height, format, type, view, data >> shift,
            );
        },
        glVertexAttribPointer: (index, size, type, normalized, stride, offset) =>
            host.gl.vertexAttribPointer(index, size, type, !!normalized, stride, offset),
    };
}

/**
 * @param memory the core's heap views (memory.js)
 * @returns {{ imports: object, attach(gl: WebGL2RenderingContext | null): void,
 *     textureNames: { add(texture: WebGLTexture): number, remove(name: number): void } }}
 */
export function createGlBinding(memory) {
    const host = { gl: null, names: null, framebuffer: null, inOwnFramebuffer: false };
    const imports = {
        ...programImports(host, memory),
        ...objectImports(host, memory),
        ...stateImports(host),
        ...dataImports(host, memory),
    };
    return {
        imports,
        // For textures that JavaScript makes and the core draws with.
        textureNames: {
            add: (texture) => host.names.textures.add(texture),
            remove: (name) => host.names.textures.remove(name),
        },
        attach(context) {
            host.gl = context;
            host.inOwnFramebuffer = false;
            host.names = {
                arrays: new Names(),
                buffers: new Names(),
                framebuffers: new Names(),
                programs: new Names(),
                renderbuffers: new Names(),
                shaders: new Names(),
                textures: new Names(),
                uniforms: new Names(),
            };
        },
    };
}
