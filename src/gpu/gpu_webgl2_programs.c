// Shaders and programs of the WebGL2 device.
#include "base/status.h"
#include "gpu/gpu_webgl2.h"

#include <string.h>

#define MAX_PIECES 16

// Of a game's own source the compiler counts the lines, under a number of its own.
#define SHADE_BEGINS "\n#line 1 1\n"
#define SHADE_ERROR "ERROR: 1:"

static const char multiDraw[] = "#extension GL_ANGLE_multi_draw:require\n#define MULTI_DRAW\n";

// The place of `shade` among the pieces (0: none) is taken by `own`. `prefix` may be NULL.
static GLuint create(
    GLenum stage, const char *const *source, const char *prefix, uint32_t shade, const char *own) {
    const char *pieces[MAX_PIECES];
    GLsizei count = 0;
    for (; *source; source++) {
        if (count == 1 && prefix) pieces[count++] = prefix; // behind the version
        const bool replaced = own && (uint32_t)count == shade;
        if (replaced) pieces[count++] = SHADE_BEGINS;
        pieces[count++] = replaced ? own : *source;
        if (replaced) {
            pieces[count++] = "\n#line 1 0\n";
            own = NULL;
        }
    }
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, count, pieces, NULL);
    glCompileShader(shader);
    return shader;
}

static GLuint compile(
    GLenum stage, const char *const *source, const char *prefix, const char *name) {
    static char log[512];
    const GLuint shader = create(stage, source, prefix, 0, NULL);
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
    static const char *const blocks[WW_BLOCK_COUNT] = {"ViewBlock", "WorldBlock", "TrampleBlock"};
    glUseProgram(program);
    for (GLint unit = 0; unit < (GLint)UNITS; unit++) setSampler(program, samplers[unit], unit);
    for (GLuint block = 0; block < WW_BLOCK_COUNT; block++) {
        const GLuint index = glGetUniformBlockIndex(program, blocks[block]);
        if (index != GL_INVALID_INDEX) glUniformBlockBinding(program, index, block);
    }
}

// Says what the compiler says of the game's source, its lines as "line 3: ". Ends lines in `log`.
static void failShade(char *log) {
    wwFail(WW_ERROR_INVALID_DEF, "shader: ");
    char *error = strstr(log, SHADE_ERROR);
    if (!error) {
        wwFailText("it must define vec4 shade(TrailFragment f); ");
        wwFailText(log);
    }
    while (error) {
        char *next = strstr(error + 1, SHADE_ERROR);
        char *end = strchr(error, '\n');
        if (end) *end = 0;
        wwFailText("line ");
        wwFailText(error + sizeof SHADE_ERROR - 1);
        if (next) wwFailText("; ");
        error = next;
    }
}

static GLuint compileShade(const WwPipelineRow *row, const char *own) {
    static char log[512];
    const GLuint shader = create(GL_FRAGMENT_SHADER, row->fragment, NULL, row->shade, own);
    GLint compiled = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled) return shader;
    glGetShaderInfoLog(shader, sizeof log, NULL, log);
    glDeleteShader(shader);
    failShade(log);
    return 0;
}

static bool openProgram(
    const WebglGpu *gpu, const WwPipelineRow *row, const char *own, Program *out) {
    const char *prefix = row->parts && gpu->base.multiDraw ? multiDraw : NULL;
    const GLuint vertex = compile(GL_VERTEX_SHADER, row->vertex, prefix, row->name);
    if (!vertex) return false;
    const GLuint fragment =
        own ? compileShade(row, own) : compile(GL_FRAGMENT_SHADER, row->fragment, NULL, row->name);
    const GLuint program = fragment ? link(vertex, fragment, row->name) : 0;
    glDeleteShader(vertex);
    if (fragment) glDeleteShader(fragment);
    if (!program) return false;
    bindInterface(program);
    *out = (Program){program, glGetUniformLocation(program, "params"),
        row->parts ? glGetUniformLocation(program, "partNumber") : -1, false};
    return true;
}

bool wwWebglOpenProgram(WebglGpu *gpu, WwPipeline pipeline) {
    return openProgram(gpu, &wwPipelines[pipeline], NULL, &gpu->programs[pipeline]);
}

const Program *wwWebglProgram(WebglGpu *gpu, const WwDraw *draw) {
    if (draw->program) return &gpu->shaded[draw->program - 1];
    Program *program = &gpu->programs[draw->pipeline];
    if (!program->name && !program->refused) {
        program->refused = !wwWebglOpenProgram(gpu, draw->pipeline);
    }
    return program->refused ? NULL : program;
}

uint32_t wwWebglCreateProgram(WwGpu *base, WwPipeline pipeline, const char *source) {
    WebglGpu *gpu = wwWebglGpu(base);
    for (uint32_t i = 0; i < MAX_RESOURCES; i++) {
        if (gpu->shaded[i].name) continue;
        const bool opened = openProgram(gpu, &wwPipelines[pipeline], source, &gpu->shaded[i]);
        glUseProgram(0);
        return opened ? i + 1 : 0;
    }
    wwFail(WW_ERROR_CAPACITY, "shader: all programs are in use");
    return 0;
}

void wwWebglDestroyProgram(WwGpu *base, uint32_t program) {
    Program *shaded = &wwWebglGpu(base)->shaded[program - 1];
    glDeleteProgram(shaded->name);
    *shaded = (Program){0};
}

void wwWebglDeletePrograms(WebglGpu *gpu) {
    for (uint32_t i = 0; i < WW_PIPELINE_COUNT; i++) {
        if (gpu->programs[i].name) glDeleteProgram(gpu->programs[i].name);
    }
    for (uint32_t i = 0; i < MAX_RESOURCES; i++) {
        if (gpu->shaded[i].name) glDeleteProgram(gpu->shaded[i].name);
    }
}
