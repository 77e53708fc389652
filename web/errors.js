// Everything that can go wrong is a WillowispError with a code; the classes tell the kinds apart.

export class WillowispError extends Error {
    constructor(message, code = 'error') {
        super(message);
        this.name = new.target.name;
        this.code = code;
    }
}

/** A definition or an argument is wrong; the message names the key, the value and the range. */
export class InvalidDefError extends WillowispError {
    constructor(message) {
        super(message, 'invalid-def');
    }
}

/** The object was destroyed. */
export class StaleHandleError extends WillowispError {
    constructor(message) {
        super(message, 'stale-handle');
    }
}

/** A limit of the kit is reached, or memory is exhausted. */
export class CapacityError extends WillowispError {
    constructor(message) {
        super(message, 'capacity');
    }
}

/** WebGL2 is missing, lost, or refused a shader. */
export class ContextError extends WillowispError {
    constructor(message) {
        super(message, 'context');
    }
}

/** The wasm file could not be loaded; the message names the URL that was tried. */
export class LoadError extends WillowispError {
    constructor(message) {
        super(message, 'load');
    }
}

// By status code: src/base/status.h.
const byStatus = [
    WillowispError,
    InvalidDefError,
    StaleHandleError,
    CapacityError,
    CapacityError,
    ContextError,
];

/** The error for a failed call of the core. */
export function errorFromStatus(status, message) {
    const ErrorClass = byStatus[status] ?? WillowispError;
    return new ErrorClass(message);
}

/** Tells of what a callback of the host threw, and goes on. */
export function report(error) {
    if (typeof reportError === 'function') reportError(error);
    else console.error(error);
}

/** A value as messages show it, whatever it is. */
export function show(value) {
    if (typeof value === 'function') return 'a function';
    if (typeof value !== 'object' && typeof value !== 'string') return String(value);
    // JSON has neither bigints nor numbers that are not finite.
    const plain = (key, part) =>
        typeof part === 'bigint' || (typeof part === 'number' && !Number.isFinite(part))
            ? String(part)
            : part;
    try {
        const text = JSON.stringify(value, plain);
        return text.length > 100 ? `${text.slice(0, 100)}...` : text;
    } catch {
        return 'an object that JSON cannot show';
    }
}
