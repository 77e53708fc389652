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

/**
 * @param memory the core's heap views (memory.js)
 * @returns {{ imports: object, attach(gl: WebGL2RenderingContext | null): void }}
 */
export function createGlBinding(memory) {
    let gl = null;
    let names = null;
    let hostFramebuffer = null;
    let inOwnFramebuffer = false;

    const generate = (kind, create) => (count, out) => {
        for (let i = 0; i < count; i++) memory.u32[(out >> 2) + i] = names[kind].add(gl[create]());
    };
    const remove = (kind, destroy) => (count, list) => {
        for (let i = 0; i < count; i++) {
            gl[destroy](names[kind].remove(memory.u32[(list >> 2) + i]));
        }
    };
    const writeLog = (log, capacity, lengthOut, out) => {
        memory.writeString(out, capacity, log ?? '');
        if (lengthOut) memory.u32[lengthOut >> 2] = log?.length ?? 0;
    };

    const imports = {
        glActiveTexture: (unit) => gl.activeTexture(unit),
        glAttachShader: (program, shader) =>
            gl.attachShader(names.programs.get(program), names.shaders.get(shader)),
        glBindBuffer: (target, name) => gl.bindBuffer(target, names.buffers.get(name)),
        glBindBufferBase: (target, index, name) =>
            gl.bindBufferBase(target, index, names.buffers.get(name)),
        glBindFramebuffer(target, name) {
            if (name && !inOwnFramebuffer) hostFramebuffer = gl.getParameter(FRAMEBUFFER_BINDING);
            inOwnFramebuffer = name !== 0;
            gl.bindFramebuffer(target, name ? names.framebuffers.get(name) : hostFramebuffer);
        },
        glBindRenderbuffer: (target, name) =>
            gl.bindRenderbuffer(target, names.renderbuffers.get(name)),
        glBindSampler: (unit) => gl.bindSampler(unit, null),
        glBindTexture: (target, name) => gl.bindTexture(target, names.textures.get(name)),
        glBindVertexArray: (name) => gl.bindVertexArray(names.arrays.get(name)),
        glBlendEquation: (mode) => gl.blendEquation(mode),
        glBlendFunc: (source, destination) => gl.blendFunc(source, destination),
        glBlendFuncSeparate: (source, destination, sourceAlpha, destinationAlpha) =>
            gl.blendFuncSeparate(source, destination, sourceAlpha, destinationAlpha),
        glBufferData: (target, size, data, usage) =>
            gl.bufferData(target, memory.u8, usage, data, size),
        glBufferSubData: (target, offset, size, data) =>
            gl.bufferSubData(target, offset, memory.u8, data, size),
        glClearBufferfv: (buffer, index, values) =>
            gl.clearBufferfv(buffer, index, memory.f32, values >> 2),
        glColorMask: (r, g, b, a) => gl.colorMask(!!r, !!g, !!b, !!a),
        glCompileShader: (shader) => gl.compileShader(names.shaders.get(shader)),
        glCreateProgram: () => names.programs.add(gl.createProgram()),
        glCreateShader: (stage) => names.shaders.add(gl.createShader(stage)),
        glDeleteBuffers: remove('buffers', 'deleteBuffer'),
        glDeleteFramebuffers: remove('framebuffers', 'deleteFramebuffer'),
        glDeleteProgram: (name) => gl.deleteProgram(names.programs.remove(name)),
        glDeleteRenderbuffers: remove('renderbuffers', 'deleteRenderbuffer'),
        glDeleteShader: (name) => gl.deleteShader(names.shaders.remove(name)),
        glDeleteTextures: remove('textures', 'deleteTexture'),
        glDeleteVertexArrays: remove('arrays', 'deleteVertexArray'),
        glDepthFunc: (func) => gl.depthFunc(func),
        glDepthMask: (on) => gl.depthMask(!!on),
        glDisable: (capability) => gl.disable(capability),
        glDrawBuffers: (count, list) =>
            gl.drawBuffers(Array.from(memory.u32.subarray(list >> 2, (list >> 2) + count))),
        glDrawElementsInstanced: (mode, count, type, offset, instances) =>
            gl.drawElementsInstanced(mode, count, type, offset, instances),
        glEnable: (capability) => gl.enable(capability),
        glEnableVertexAttribArray: (index) => gl.enableVertexAttribArray(index),
        glFramebufferRenderbuffer: (target, attachment, kind, name) =>
            gl.framebufferRenderbuffer(target, attachment, kind, names.renderbuffers.get(name)),
        glFramebufferTexture2D: (target, attachment, kind, name, level) =>
            gl.framebufferTexture2D(target, attachment, kind, names.textures.get(name), level),
        glFramebufferTextureLayer: (target, attachment, name, level, layer) =>
            gl.framebufferTextureLayer(target, attachment, names.textures.get(name), level, layer),
        glGenBuffers: generate('buffers', 'createBuffer'),
        glGenFramebuffers: generate('framebuffers', 'createFramebuffer'),
        glGenRenderbuffers: generate('renderbuffers', 'createRenderbuffer'),
        glGenTextures: generate('textures', 'createTexture'),
        glGenVertexArrays: generate('arrays', 'createVertexArray'),
        glGetIntegerv(parameter, out) {
            const value = gl.getParameter(parameter);
            if (parameter === VIEWPORT) memory.i32.set(value, out >> 2);
            else memory.i32[out >> 2] = value;
        },
        glGetProgramInfoLog: (name, capacity, lengthOut, out) =>
            writeLog(gl.getProgramInfoLog(names.programs.get(name)), capacity, lengthOut, out),
        glGetProgramiv(name, parameter, out) {
            memory.i32[out >> 2] = gl.getProgramParameter(names.programs.get(name), parameter) | 0;
        },
        glGetShaderInfoLog: (name, capacity, lengthOut, out) =>
            writeLog(gl.getShaderInfoLog(names.shaders.get(name)), capacity, lengthOut, out),
        glGetShaderiv(name, parameter, out) {
            const value = gl.getShaderParameter(names.shaders.get(name), parameter);
            memory.i32[out >> 2] = parameter === COMPILE_STATUS ? +value : value | 0;
        },
        glGetUniformBlockIndex: (program, name) =>
            gl.getUniformBlockIndex(names.programs.get(program), memory.readString(name)),
        glGetUniformLocation(program, name) {
            const location = gl.getUniformLocation(
                names.programs.get(program),
                memory.readString(name),
            );
            return location ? names.uniforms.add(location) : -1;
        },
        glLinkProgram: (program) => gl.linkProgram(names.programs.get(program)),
        glPixelStorei: (parameter, value) => gl.pixelStorei(parameter, value),
        glReadBuffer: (source) => gl.readBuffer(source),
        glReadPixels: (x, y, width, height, format, type, out) =>
            gl.readPixels(x, y, width, height, format, type, memory.u8, out),
        glRenderbufferStorage: (target, format, width, height) =>
            gl.renderbufferStorage(target, format, width, height),
        glScissor: (x, y, width, height) => gl.scissor(x, y, width, height),
        glShaderSource(shader, count, sources) {
            let text = '';
            for (let i = 0; i < count; i++) {
                text += memory.readString(memory.u32[(sources >> 2) + i]);
            }
            gl.shaderSource(names.shaders.get(shader), text);
        },
        glTexParameteri: (target, parameter, value) => gl.texParameteri(target, parameter, value),
        glTexStorage2D: (target, levels, format, width, height) =>
            gl.texStorage2D(target, levels, format, width, height),
        glTexStorage3D: (target, levels, format, width, height, depth) =>
            gl.texStorage3D(target, levels, format, width, height, depth),
        glTexSubImage2D(target, level, x, y, width, height, format, type, data) {
            const { view, shift } = memory.viewFor(type);
            gl.texSubImage2D(
                target, level, x, y, width, height, format, type, view, data >> shift,
            );
        },
        glUniform1i: (location, value) => gl.uniform1i(names.uniforms.get(location), value),
        glUniform4fv: (location, count, values) =>
            gl.uniform4fv(names.uniforms.get(location), memory.f32, values >> 2, count * 4),
        glUniformBlockBinding: (program, index, binding) =>
            gl.uniformBlockBinding(names.programs.get(program), index, binding),
        glUseProgram: (name) => gl.useProgram(names.programs.get(name)),
        glVertexAttribPointer: (index, size, type, normalized, stride, offset) =>
            gl.vertexAttribPointer(index, size, type, !!normalized, stride, offset),
        glViewport: (x, y, width, height) => gl.viewport(x, y, width, height),
    };

    return {
        imports,
        attach(context) {
            gl = context;
            inOwnFramebuffer = false;
            names = {
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
