// The GL functions that the core imports, bound to one WebGL2 context. Objects get small numbers,
// one row of them for all kinds; framebuffer 0 is the one that the host had bound when the core
// first bound its own. Calls of a frame make no garbage.

const VIEWPORT = 0x0ba2;
const FRAMEBUFFER_BINDING = 0x8ca6;

/** Numbers for WebGL objects; 0 is null. */
class Names {
    clear() {
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

// `host` holds what changes with the context: gl, the host's framebuffer.

// Shaders, programs and uniforms.
function programImports(host, names, memory) {
    const writeLog = (log, capacity, lengthOut, out) => {
        memory.writeString(out, capacity, log ?? '');
        if (lengthOut) memory.u32[lengthOut >> 2] = log?.length ?? 0;
    };
    return {
        glAttachShader: (program, shader) =>
            host.gl.attachShader(names.get(program), names.get(shader)),
        glCreateProgram: () => names.add(host.gl.createProgram()),
        glCreateShader: (stage) => names.add(host.gl.createShader(stage)),
        glDeleteProgram: (program) => host.gl.deleteProgram(names.remove(program)),
        glDeleteShader: (shader) => host.gl.deleteShader(names.remove(shader)),
        glGetProgramInfoLog: (program, capacity, lengthOut, out) =>
            writeLog(host.gl.getProgramInfoLog(names.get(program)), capacity, lengthOut, out),
        glGetProgramiv(program, parameter, out) {
            memory.i32[out >> 2] = host.gl.getProgramParameter(names.get(program), parameter);
        },
        glGetShaderInfoLog: (shader, capacity, lengthOut, out) =>
            writeLog(host.gl.getShaderInfoLog(names.get(shader)), capacity, lengthOut, out),
        glGetShaderiv(shader, parameter, out) {
            memory.i32[out >> 2] = host.gl.getShaderParameter(names.get(shader), parameter);
        },
        glGetUniformBlockIndex: (program, name) =>
            host.gl.getUniformBlockIndex(names.get(program), memory.readString(name)),
        glGetUniformLocation(program, name) {
            const location =
                host.gl.getUniformLocation(names.get(program), memory.readString(name));
            return location ? names.add(location) : -1;
        },
        glShaderSource(shader, count, sources) {
            let text = '';
            for (let i = 0; i < count; i++) {
                text += memory.readString(memory.u32[(sources >> 2) + i]);
            }
            host.gl.shaderSource(names.get(shader), text);
        },
        glUniform4fv: (location, count, values) =>
            host.gl.uniform4fv(names.get(location), memory.f32, values >> 2, count * 4),
    };
}

// Buffers, textures, framebuffers and vertex arrays: made and deleted.
function objectImports(host, names, memory) {
    const imports = {
        glBindFramebuffer(target, framebuffer) {
            if (framebuffer && !host.inOwnFramebuffer) {
                host.framebuffer = host.gl.getParameter(FRAMEBUFFER_BINDING);
            }
            host.inOwnFramebuffer = framebuffer !== 0;
            host.gl.bindFramebuffer(target, names.get(framebuffer) ?? host.framebuffer);
        },
        glBindSampler: (unit) => host.gl.bindSampler(unit, null),
    };
    for (const kind of ['Buffer', 'Framebuffer', 'Renderbuffer', 'Texture', 'VertexArray']) {
        imports[`glGen${kind}s`] = (count, out) => {
            for (let i = 0; i < count; i++) {
                memory.u32[(out >> 2) + i] = names.add(host.gl[`create${kind}`]());
            }
        };
        imports[`glDelete${kind}s`] = (count, list) => {
            for (let i = 0; i < count; i++) {
                host.gl[`delete${kind}`](names.remove(memory.u32[(list >> 2) + i]));
            }
        };
    }
    return imports;
}

// What moves data or asks.
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
        glGetIntegerv(parameter, out) {
            const value = host.gl.getParameter(parameter);
            if (parameter === VIEWPORT) memory.i32.set(value, out >> 2);
            else memory.i32[out >> 2] = value;
        },
        glMultiDrawElementsInstancedWEBGL: (mode, counts, type, offsets, instances, draws) =>
            host.multiDraw.multiDrawElementsInstancedWEBGL(
                mode, memory.i32, counts >> 2, type, memory.i32, offsets >> 2,
                memory.i32, instances >> 2, draws,
            ),
        glReadPixels: (x, y, width, height, format, type, out) =>
            host.gl.readPixels(x, y, width, height, format, type, memory.u8, out),
        glTexSubImage2D(target, level, x, y, width, height, format, type, data) {
            const { view, shift } = memory.viewFor(type);
            host.gl.texSubImage2D(
                target, level, x, y, width, height, format, type, view, data >> shift,
            );
        },
    };
}

// Which argument of a call is the number of an object.
const objectAt = {
    glBindBuffer: 1,
    glBindBufferBase: 2,
    glBindRenderbuffer: 1,
    glBindTexture: 1,
    glBindVertexArray: 0,
    glCompileShader: 0,
    glFramebufferRenderbuffer: 3,
    glFramebufferTexture2D: 3,
    glFramebufferTextureLayer: 2,
    glLinkProgram: 0,
    glUniform1i: 0,
    glUniformBlockBinding: 0,
    glUseProgram: 0,
};

// A call that needs nothing but the objects; what it does not take is undefined and ignored.
function passOn(host, names, name) {
    const method = name[2].toLowerCase() + name.slice(3);
    const place = objectAt[name];
    const at = (i, value) => (i === place ? names.get(value) : value);
    return (a, b, c, d, e, f) => host.gl[method](at(0, a), at(1, b), at(2, c), at(3, d), e, f);
}

/**
 * @param needed the names of all imports of the core
 * @param memory the core's heap views (memory.js)
 * @returns {{ imports: object, attach(gl: WebGL2RenderingContext | null): void,
 *     names: { add(object: object): number, remove(name: number): void } }}
 */
export function createGlBinding(needed, memory) {
    const host = { gl: null, framebuffer: null, inOwnFramebuffer: false };
    const names = new Names();
    const plain = needed.filter((name) => name.startsWith('gl'));
    return {
        imports: {
            ...Object.fromEntries(plain.map((name) => [name, passOn(host, names, name)])),
            ...programImports(host, names, memory),
            ...objectImports(host, names, memory),
            ...dataImports(host, memory),
        },
        // Also for textures that JavaScript makes and the core draws with.
        names,
        attach(context) {
            host.gl = context;
            host.multiDraw = context?.getExtension('WEBGL_multi_draw');
            host.inOwnFramebuffer = false;
            names.clear();
        },
    };
}
