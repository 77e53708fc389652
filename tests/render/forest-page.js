// The page's half of the forest tests: a forest on a background of the test's choice.

const quality = {
    mesh: { impostorPixels: 1, level2Pixels: 1, level1Pixels: 1 }, // everything a fine mesh
    impostor: { impostorPixels: 100000 }, // everything an impostor
};


/**
 * Opens a forest of one variant a species on a canvas of its own and bakes it.
 * `as`: 'mesh', 'impostor' or nothing (by size). `look({ eye, target, pixelsPerMetre, ... })` draws
 * and gives a picture; `background` is a grey 0..1.
 */
export async function openForest({ createKit, makeCanvas, camera, snap }, {
    as, species = ['oak'], trees = [{ position: [0, 0, 0] }], size = [128, 128], antialias = true,
    frames = 8, multiDraw, ...options
}) {
    const canvas = makeCanvas(...size);
    const gl = canvas.getContext('webgl2', { antialias, alpha: true });
    const kit = await createKit({ gl, multisampled: antialias, multiDraw });
    kit.wind.set({ strength: 0 });
    const forest = kit.createForest({
        species: species.map((preset) => ({ preset })),
        impostorFrames: frames,
        ...quality[as],
        ...options,
    });
    forest.plant(trees);
    const clear = (grey, alpha = 1) => {
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        gl.viewport(0, 0, ...size);
        gl.clearColor(grey, grey, grey, alpha);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    };
    const look = ({ eye, target, pixelsPerMetre, background = 0, clearAlpha = 1, dt = 0 }) => {
        const distance = Math.hypot(...eye.map((value, i) => value - target[i]));
        const fovY = 2 * Math.atan(size[1] / 2 / (pixelsPerMetre * distance));
        clear(background, clearAlpha);
        kit.update(dt);
        kit.draw(camera({ eye, target, fovY, aspect: size[0] / size[1] }));
        return snap(kit);
    };
    // Two draws: the first sends the meshes, the second knows the pictures.
    const bake = () => {
        forest.bake();
        const far = { eye: [0, 5, 900], target: [0, 5, 0], pixelsPerMetre: 4 };
        look(far);
        look(far);
    };
    if (as !== 'mesh') bake();
    return { kit, gl, forest, look, clear, bake };
}

/** Where a camera stands that sees `target` from a yaw and an elevation in degrees. */
export function orbit(target, distance, yaw, elevation) {
    const a = (yaw * Math.PI) / 180;
    const b = (elevation * Math.PI) / 180;
    const flat = Math.cos(b) * distance;
    const offset = [Math.sin(a) * flat, Math.sin(b) * distance, Math.cos(a) * flat];
    return target.map((value, i) => value + offset[i]);
}
