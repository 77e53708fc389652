// A world larger than memory: the trees of the cells around the camera, seeded or asked for, so
// that a cell that comes back has the same trees. What a game did to them is kept by their numbers
// in the cell.

import { CapacityError, report, StaleHandleError } from './errors.js';
import { checkBetween, checkOptions, refuseValue } from './options.js';

const known = ['cell', 'radius', 'budget', 'plant'];
const ASKING = 16; // trees that an empty cell counts as: it was asked for, too
const SPAN = 2 ** 26; // cells along one side of the world

const keyOf = (column, row) => (column + SPAN / 2) * SPAN + row + SPAN / 2;

// What is kept of a tree is where it stands in the world, wherever the origin is then.
function shifted(tree, origin, sign) {
    if (!tree.position) return tree;
    return { ...tree, position: Array.from(tree.position, (at, i) => at + sign * origin[i]) };
}

export class ForestStream {
    #forest;
    #plant;
    #cell;
    #radius;
    #budget;
    #offsets = []; // cells around the camera's, near to far
    #cells = new Map(); // by key: { column, row, ids }
    #edits = new Map(); // by key: by number of a tree in its cell, what was done to it
    #place = null; // cell of the camera: [column, row]
    #next = 0; // of the offsets
    #mayLeave = false;
    #full = false;
    #ended = false;

    constructor(forest, options) {
        const checked = checkOptions('stream', options, known);
        const { cell = 64, radius = 512, budget = 1000, plant } = checked;
        this.#cell = checkBetween('stream: cell', cell, 1, 100000);
        this.#radius = checkBetween('stream: radius', radius, cell, 256 * cell) / cell;
        this.#budget = checkBetween('stream: budget', budget, 1, 1e6);
        if (typeof plant !== 'function') refuseValue('stream: plant', plant, 'a function');
        this.#forest = forest;
        this.#plant = plant;
        const reach = Math.floor(this.#radius);
        for (let x = -reach; x <= reach; x++) {
            for (let z = -reach; z <= reach; z++) {
                if (Math.hypot(x, z) <= this.#radius) this.#offsets.push([x, z]);
            }
        }
        this.#offsets.sort((a, b) => Math.hypot(...a) - Math.hypot(...b));
    }

    /** Cells that are there. */
    get cells() {
        return this.#cells.size;
    }

    /** Whether the forest's maxTrees kept cells out. */
    get full() {
        return this.#full;
    }

    /** Cells that are still to come. */
    get waiting() {
        return this.#offsets.length - this.#next;
    }

    /** Brings in all of the cells around (x, z) at once, for loading screens. */
    fill(x, z) {
        if (this.#ended) throw new StaleHandleError('stream: it was destroyed');
        for (const [key, value] of Object.entries({ x, z })) {
            if (!Number.isFinite(value)) refuseValue(`fill: ${key}`, value, 'a finite number');
        }
        this.#step(x, z, Infinity);
        return this;
    }

    /** Removes its trees; what was done to them is forgotten. */
    destroy() {
        if (this.#ended) return;
        this.#forest._streams.delete(this);
        for (const cell of this.#cells.values()) this.#remove(cell);
        this._end();
    }

    /** Its trees are gone. */
    _end() {
        this.#ended = true;
        this.#cells.clear();
    }

    _advance(x, z) {
        try {
            this.#step(x, z, this.#budget);
        } catch (error) {
            report(error); // a host that throws stops no frame
            this.#skip();
        }
    }

    // The cell that could not be planted is empty until it comes back.
    #skip() {
        const offset = this.#offsets[this.#next];
        if (this.#ended || !offset) return;
        const [column, row] = [this.#place[0] + offset[0], this.#place[1] + offset[1]];
        this.#cells.set(keyOf(column, row), { column, row, ids: new Uint32Array(0) });
        this.#next++;
    }

    #step(x, z, budget) {
        // Cells are those of the world, wherever its origin is now.
        const [west, , north] = this.#forest._origin;
        const column = Math.floor((x + west) / this.#cell);
        const row = Math.floor((z + north) / this.#cell);
        if (!this.#place || column !== this.#place[0] || row !== this.#place[1]) {
            this.#place = [column, row];
            this.#next = 0;
            this.#mayLeave = true;
            this.#full = false;
        }
        let left = this.#mayLeave ? this.#takeAway(budget) : budget;
        while (left > 0 && !this.#ended && !this.#full && this.#next < this.#offsets.length) {
            const [east, south] = this.#offsets[this.#next];
            left -= this.#bring(column + east, row + south);
            if (!this.#full) this.#next++;
        }
    }

    // Cells stay a cell longer than they are wanted: a camera at an edge moves nothing.
    #takeAway(budget) {
        const [column, row] = this.#place;
        let left = budget;
        for (const [key, cell] of this.#cells) {
            if (left <= 0) return 0;
            if (Math.hypot(cell.column - column, cell.row - row) <= this.#radius + 1) continue;
            this.#remove(cell);
            this.#cells.delete(key);
            left -= cell.ids.length;
        }
        this.#mayLeave = false;
        return left;
    }

    // Last planted, first gone: none of those that stay moves in the records.
    #remove(cell) {
        this.#forest._remove(cell.ids.filter((id) => id).reverse());
    }

    // How many trees came in, and what it takes to ask.
    #bring(column, row) {
        const key = keyOf(column, row);
        if (this.#cells.has(key)) return 0;
        const [west, , north] = this.#forest._origin;
        const x = column * this.#cell - west;
        const z = row * this.#cell - north;
        const area = [x, z, x + this.#cell, z + this.#cell];
        const trees = this.#plant(column, row, area);
        if (this.#ended) return 0; // by the game, just now
        let ids;
        try {
            ids = this.#forest._plantCell(trees, area, column, row);
        } catch (error) {
            if (!(error instanceof CapacityError)) throw error;
            this.#full = true;
            return 0;
        }
        this.#cells.set(key, { column, row, ids });
        this.#edits.get(key)?.forEach((edit, number) => this.#repeat(ids, number, edit));
        return ids.length + ASKING;
    }

    #repeat(ids, number, { removed, moved, felled }) {
        const id = ids[number];
        if (id === undefined) return;
        if (moved) this.#forest._move(id, shifted(moved, this.#forest._origin, -1));
        if (felled) this.#forest._fell(id, { ...felled, ago: 1e6 });
        if (!removed) return;
        this.#forest._remove(ids.slice(number, number + 1));
        ids[number] = 0;
    }

    /** A game did this to one of the forest's trees. */
    _note(id, edit) {
        for (const [key, { ids }] of this.#cells) {
            const number = ids.indexOf(id);
            if (number < 0) continue;
            if (edit.removed) ids[number] = 0;
            const edits = this.#edits.get(key) ?? new Map();
            const before = edits.get(number);
            const moved = edit.moved &&
                { ...before?.moved, ...shifted(edit.moved, this.#forest._origin, 1) };
            edits.set(number, { ...before, ...edit, ...(moved && { moved }) });
            this.#edits.set(key, edits);
            return;
        }
    }
}

/** Another number for each cell. */
export function tileOf(column, row) {
    return (Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca77)) >>> 0;
}
