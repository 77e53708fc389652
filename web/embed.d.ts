// `willowisp/embed`: effects in a page without code. Importing it shows the effect of every
// `<canvas data-willowisp="fireflies">` that the page has: the name of an effect of
// `willowisp/presets`, or the URL of an effect as JSON. `data-distance` is how many metres the camera
// stands away, about 6 by default.

/** A canvas with its effect. */
export interface Embedded {
    readonly canvas: HTMLCanvasElement;
    /** Ends it and leaves the canvas empty. */
    dispose(): void;
}

/**
 * Shows the effect that a canvas added later names. It is drawn while the canvas is seen, and stands
 * still where less motion is preferred. What is wrong goes to the console and into the canvas's
 * `data-ww-error`; then it resolves to null.
 */
export declare function embed(canvas: HTMLCanvasElement): Promise<Embedded | null>;
