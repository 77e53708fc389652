// Shaders and programs of the WebGL2 device.
#include "base/status.h"
#include "gpu/gpu_webgl2.h"

static GLuint compile(GLenum stage, const char *const *source, const char *name) {
    static char log[512];
    GLsizei count = 0;
    while (source[count]) count++;
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, count, source, NULL);
    glCompileShader(shader);
    GLint compiled = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled) return shader;
    glGetShaderInfoLog(shader, sizeof log, NULL, log);
    glDeleteShader(shader);
    wwFail(WW_ERROR_CONTEXT, "WebGL2 refused the shader ");
    wwFailText(name);
    wwFailText(stage == GL_VERTEX_SHADER ? ".vert: " : ".frag: ");
    wwFailText(log);
    return 0;
}

static GLuint link(GLuint vertex, GLuint fragment, const char *name) {
    static char log[512];
    const GLuint program = glCreateProgram();
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    glLinkProgram(program);
    GLint linked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked) return program;
    glGetProgramInfoLog(program, sizeof log, NULL, log);
    glDeleteProgram(program);
    wwFail(WW_ERROR_CONTEXT, "WebGL2 could not link the program ");
    wwFailText(name);
    wwFailText(": ");
    wwFailText(log);
    return 0;
}

static void setSampler(GLuint program, const char *name, GLint unit) {
    const GLint location = glGetUniformLocation(program, name);
    if (location >= 0) glUniform1i(location, unit);
}

static void bindInterface(GLuint program) {
    static const char *const samplers[UNITS] = {
        "table0", "table1", "table2", "table3", "texture0", "texture1"};
    static const char *const blocks[WW_BLOCK_COUNT] = {"ViewBlock", "WorldBlock"};
    glUseProgram(program);
    for (GLint unit = 0; unit < (GLint)UNITS; unit++) setSampler(program, samplers[unit], unit);
    for (GLuint block = 0; block < WW_BLOCK_COUNT; block++) {
        const GLuint index = glGetUniformBlockIndex(program, blocks[block]);
        if (index != GL_INVALID_INDEX) glUniformBlockBinding(program, index, block);
    }
}

bool wwWebglOpenProgram(WebglGpu *gpu, WwPipeline pipeline) {
    const WwPipelineRow *row = &wwPipelines[pipeline];
    const GLuint vertex = compile(GL_VERTEX_SHADER, row->vertex, row->name);
    if (!vertex) return false;
    const GLuint fragment = compile(GL_FRAGMENT_SHADER, row->fragment, row->name);
    const GLuint program = fragment ? link(vertex, fragment, row->name) : 0;
    glDeleteShader(vertex);
    if (fragment) glDeleteShader(fragment);
    if (!program) return false;
    bindInterface(program);
    gpu->programs[pipeline] = (Program){program, glGetUniformLocation(program, "params")};
    return true;
}
