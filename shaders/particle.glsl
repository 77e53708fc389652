// A record is written once at birth (src/effects/particle/particle.h); where its particle is now is
// a closed form. Twin: src/effects/particle/particle_path.c.
uniform sampler2D table0; // records
uniform sampler2D table1; // curves
uniform sampler2D table3; // spaces: position and scale, rotation; or kept states

// params[0]: quads an instance, quads, first record (or place in the order), capacity
// params[1]: gravity, drag
// params[2]: tint
// params[3]: turbulence, its frequency, stretch, near fade
// params[4]: sprite, blend, lighting, 1 when sorted
// params[5]: first curve row, rows of the curve table, texels a record, noise
// params[6]: attraction, orbit from, to, noise phase
// params[7]: ground normal, height
// params[8]: ground, bounciness, friction, slide drag
// params[9]: 1 with pull, 1 with a speed curve, 1 with second curves, facing
// params[10]: frame columns, rows, rate, 1 blended + 2 random
// params[11]: 1 with a texture, softness, texels of one array of kept states (0: closed forms)
// params[12..15]: waves of the noise
// params[16], [17]: turns of the coarse and the fine ones, by the origin

const int GROUND_DIE = 1;
const int GROUND_STICK = 2;

struct Particle {
    vec3 position;
    vec3 velocity;
    float age, life; // seconds, 0..1
    float size;
    float angle;
    float random;
    vec4 tint;
};

vec4 recordTexel(int record, int i) {
    return texelFetch(table0, texelAt(record * int(params[5].z) + i), 0);
}

// Life 0..1 on the centres of a curve row's texels.
vec4 curve(float row, float life) {
    float v = (params[5].x + row + 0.5) / params[5].y;
    return textureLod(table1, vec2((life * 127.0 + 0.5) / 128.0, v), 0.0);
}

// x: travel, y: its rate, z: fall; see WwMotion.
vec3 dragged(float drag, float age) {
    float x = drag * age;
    vec2 m;
    if (x < 0.5) {
        float series = 0.5 - x * (1.0 / 6.0 - x * (1.0 / 24.0 - x * (1.0 / 120.0
            - x * (1.0 / 720.0 - x * (1.0 / 5040.0)))));
        float fall = age * age * series;
        m = vec2(age - drag * fall, fall);
    } else {
        float travel = (1.0 - exp(-x)) / drag;
        m = vec2(travel, (age - travel) / drag);
    }
    return vec3(m.x, 1.0 - drag * m.x, m.y);
}

vec3 motion(float drag, float attraction, float age) {
    if (attraction < 0.01) return dragged(drag, age);
    float middle = 0.5 * drag;
    float split = attraction - middle * middle;
    float root = sqrt(abs(split));
    vec2 m;
    if (root * age < 1e-3) {
        m = exp(-middle * age) * vec2(age, 1.0 - middle * age);
    } else if (split > 0.0) {
        float decay = exp(-middle * age);
        float travel = decay * sin(root * age) / root;
        m = vec2(travel, decay * cos(root * age) - middle * travel);
    } else {
        float slow = exp((root - middle) * age);
        float fast = exp(-(root + middle) * age);
        float travel = 0.5 * (slow - fast) / root;
        m = vec2(travel, 0.5 * (slow + fast) - middle * travel);
    }
    return vec3(m, (1.0 - drag * m.x - m.y) / attraction);
}

// Waves of period 1 between -1 and 1.
vec3 wave(vec3 turns) {
    vec3 t = fract(turns) - 0.5;
    vec3 y = t * (8.0 - 16.0 * abs(t));
    return y * (0.775 + 0.225 * abs(y));
}

float ramp(float turns) {
    float t = min(turns, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

vec3 sway(float age, float random) {
    float turns = params[3].y * age;
    vec3 waves = wave(turns * vec3(1.0, 0.79, 1.17) + random * vec3(1.0, 57.0, 131.0));
    return params[3].x * ramp(turns) * waves;
}

vec3 curlNoise(vec3 place) {
    vec3 sum = vec3(0.0);
    for (int i = 0; i < 4; i++) {
        vec4 k = params[12 + i];
        vec3 across = cross(k.xyz, k.yzx) * k.w;
        float beat = params[6].w * float(i + 1);
        float offset = 0.23 * float(i);
        vec3 waves = wave(vec3(dot(k.xyz, place) + params[16][i] + beat + offset,
            1.7 * dot(k.yzx, place) + params[17][i] - beat + offset + 0.61, 0.0));
        sum += across * waves.x + across.yzx * (waves.y * 0.6);
    }
    return 0.345 * sum;
}

void advance(inout vec3 position, inout vec3 velocity, vec3 force, vec3 m) {
    position += velocity * m.x + force * m.z;
    velocity = velocity * m.y + force * m.x;
}

void walkGround(int record, float age, vec3 force, inout vec3 position, inout vec3 velocity) {
    int first = params[9].x > 0.5 ? 6 : 4;
    vec4 early = recordTexel(record, first);
    vec4 late = recordTexel(record, first + 1);
    vec3 normal = params[7].xyz;
    float drag = params[1].w;
    float since = 0.0;
    for (int i = 0; i < 8; i++) {
        float touch = i < 4 ? early[i & 3] : late[i & 3];
        float at = abs(touch);
        if (age < at) break;
        advance(position, velocity, force, dragged(drag, at - since));
        float against = dot(velocity, normal);
        position += normal * (params[7].w - dot(position, normal));
        velocity = (velocity - normal * against) * (1.0 - params[8].z);
        if (touch < 0.0) {
            force -= normal * dot(force, normal);
            drag += params[8].w;
        } else {
            velocity -= normal * (against * params[8].y);
        }
        if (int(params[8].x) == GROUND_STICK) velocity = force = vec3(0.0);
        since = at;
    }
    advance(position, velocity, force, dragged(drag, age - since));
}

vec3 rotateAbout(vec3 axis, float angle, vec3 v) {
    float c = cos(angle);
    return v * c + cross(axis, v) * sin(angle) + axis * (dot(axis, v) * (1.0 - c));
}

void orbit(vec4 center, vec3 axis, float random, float age, vec3 m, inout Particle p) {
    float pull = params[6].x < 0.01 ? 0.0 : params[6].x;
    vec3 from = p.position - center.xyz;
    vec3 v = p.velocity;
    p.position = from * (1.0 - pull * m.z) + v * m.x;
    p.velocity = v * m.y - from * (pull * m.x);
    if (params[6].y != 0.0 || params[6].z != 0.0) {
        float speed = mix(params[6].y, params[6].z, fract(random * 64.0));
        p.position = rotateAbout(axis, speed * age, p.position);
        p.velocity = rotateAbout(axis, speed * age, p.velocity) + speed * cross(axis, p.position);
    }
    p.position += center.xyz;
}

vec3 rotate(vec4 q, vec3 v) {
    vec3 t = 2.0 * cross(q.xyz, v);
    return v + q.w * t + cross(q.xyz, t);
}

void placeInFrame(float frame, inout Particle p) {
    vec4 place = texelFetch(table3, texelAt(int(frame) * 2), 0);
    vec4 rotation = texelFetch(table3, texelAt(int(frame) * 2 + 1), 0);
    p.position = place.xyz + rotate(rotation, p.position * place.w);
    p.velocity = rotate(rotation, p.velocity * place.w);
    p.size *= place.w;
}

// The particle of a record at an age; false when it does not live then.
bool particleAt(int record, float now, out Particle p) {
    vec4 birth = recordTexel(record, 0);
    vec4 start = recordTexel(record, 1);
    vec4 sprite = recordTexel(record, 2);
    float age = now - birth.w;
    if (age < 0.0 || age >= start.w) return false;
    bool pulled = params[9].x > 0.5;
    int ground = int(params[8].x);
    float turned = age;
    if (ground != 0 && ground <= GROUND_STICK) {
        float touch = abs(recordTexel(record, pulled ? 6 : 4).x);
        if (ground == GROUND_DIE && age >= touch) return false;
        if (ground == GROUND_STICK) turned = min(age, touch);
    }
    p = Particle(birth.xyz, start.xyz, age, age / start.w, sprite.x, sprite.y + sprite.z * turned,
        sprite.w, recordTexel(record, 3));
    vec4 center = vec4(0.0, 0.0, 0.0, -1.0);
    vec4 force = params[1];
    if (pulled) {
        center = recordTexel(record, 4);
        force = recordTexel(record, 5);
    }
    if (params[11].z > 0.5) {
        int array = int(params[11].z);
        int texel = record / 4;
        for (int i = 0; i < 3; i++) {
            p.position[i] = texelFetch(table3, texelAt(texel + i * array), 0)[record & 3];
            p.velocity[i] = texelFetch(table3, texelAt(texel + (i + 3) * array), 0)[record & 3];
        }
    } else if (ground != 0) {
        walkGround(record, age, force.xyz, p.position, p.velocity);
    } else {
        vec3 m = motion(params[1].w, params[6].x, age);
        vec2 fall = m.zx;
        if (params[9].y > 0.5) {
            vec4 curves = curve(1.0, p.life);
            m.xy = vec2(age * curves.z, curves.w);
        }
        if (pulled) {
            orbit(center, unpackUnit(force.w), p.random, age, m, p);
            if (center.w >= 0.0) placeInFrame(center.w, p);
        } else {
            p.position += p.velocity * m.x;
            p.velocity *= m.y;
        }
        p.position += force.xyz * fall.x;
        p.velocity += force.xyz * fall.y;
    }
    vec3 moved = sway(age, p.random);
    if (params[5].w > 0.0) moved += params[5].w * ramp(age) * curlNoise(p.position);
    p.position += moved;
    if (ground != 0) {
        vec3 normal = params[7].xyz;
        p.position += normal * max(0.0, params[7].w - dot(p.position, normal));
    }
    return true;
}

// x: size, y: opacity; the colour with the tints of style and emitter. z: blend.
vec3 curvesOf(Particle p, out vec4 color) {
    vec4 curves = curve(1.0, p.life);
    color = curve(0.0, p.life);
    if (params[9].z > 0.5) {
        float own = fract(p.random * 4096.0);
        color = mix(color, curve(2.0, p.life), own);
        curves = mix(curves, curve(3.0, p.life), own);
    }
    float blend = floor(p.tint.a * 0.5);
    color *= params[2] * vec4(p.tint.rgb, p.tint.a - 2.0 * blend);
    color.a *= curves.y;
    return vec3(p.size * curves.x, color.a, blend > 0.5 ? blend - 1.0 : params[4].y);
}
