// How the courier flies: a forgiving model of a small aeroplane, the keyboard, and the autopilot.

import { clamp, length, quaternion, rotate, subtract } from '../maths.js';

const GRAVITY = 9.81;
const CRUISE = 40; // metres a second
const HURRY = 62;
const HANDS_OFF = 4; // seconds without a key until the autopilot takes over

const keys = new Set();
let lastKey = -HANDS_OFF;

addEventListener('keydown', (event) => {
    if (event.key.startsWith('Arrow')) event.preventDefault();
    keys.add(event.key.toLowerCase());
    lastKey = performance.now() / 1000;
});
addEventListener('keyup', (event) => keys.delete(event.key.toLowerCase()));
addEventListener('blur', () => keys.clear());

const held = (...names) => (names.some((name) => keys.has(name)) ? 1 : 0);

function fromKeyboard() {
    return {
        turn: held('arrowleft', 'a') - held('arrowright', 'd'),
        climb: held('arrowdown', 's') - held('arrowup', 'w'),
        hurry: held('shift'),
    };
}

/** -pi..pi */
function wrap(angle) {
    return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

export class Flight {
    constructor(ground) {
        this.ground = ground;
        this.position = [0, ground(0, 380) + 34, 380];
        this.yaw = Math.PI / 2;
        this.pitch = 0;
        this.roll = 0;
        this.speed = CRUISE;
    }

    get rotation() {
        return quaternion(this.yaw, this.pitch, this.roll);
    }
    get forward() {
        return rotate(this.rotation, [0, 0, -1]);
    }
    get altitude() {
        return this.position[1] - this.ground(this.position[0], this.position[2]);
    }
    get byHand() {
        return performance.now() / 1000 - lastKey < HANDS_OFF;
    }

    #autopilot([x, , z], time) {
        const heading = Math.atan2(-(x - this.position[0]), -(z - this.position[2]));
        const ahead = this.forward;
        const look = [this.position[0] + ahead[0] * 60, this.position[2] + ahead[2] * 60];
        const floor = Math.max(this.ground(...look), this.position[1] - this.altitude);
        const wanted = floor + 24 + 7 * Math.sin(time * 0.35);
        return {
            turn: clamp(wrap(heading - this.yaw) * 1.6, -1, 1),
            climb: clamp((wanted - this.position[1]) / 16 - this.pitch, -1, 1),
            hurry: 0,
        };
    }

    update(dt, time, goal) {
        const { turn, climb, hurry } = this.byHand ? fromKeyboard() : this.#autopilot(goal, time);
        const ease = (rate) => 1 - Math.exp(-rate * dt);
        this.roll += (turn * 1.05 - this.roll) * ease(2.2);
        this.pitch += (climb * 0.5 - this.pitch) * ease(1.6);
        this.speed += ((hurry ? HURRY : CRUISE) - this.speed) * ease(0.8);
        this.yaw = wrap(this.yaw + ((GRAVITY * 1.5 * Math.tan(this.roll)) / this.speed) * dt);
        const way = this.forward.map((axis) => axis * this.speed * dt);
        this.position = this.position.map((axis, i) => axis + way[i]);
        const tooLow = 5 - this.altitude;
        if (tooLow > 0) {
            this.position[1] += tooLow;
            this.pitch = Math.max(this.pitch, 0.12);
        }
        this.position[1] = Math.min(this.position[1], 240);
    }

    distanceTo(goal) {
        const [x, , z] = subtract(goal, this.position);
        return length([x, 0, z]);
    }
}
