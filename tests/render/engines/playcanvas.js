// The common scene of the adapters' tests in PlayCanvas (engine.test.mjs says what is in it).
import * as pc from 'playcanvas';
import { attach } from 'willowisp/playcanvas';

export async function open(canvas, { antialias = false } = {}) {
    const app = new pc.Application(canvas, { graphicsDeviceOptions: { antialias } });
    app.autoRender = false;
    app.setCanvasFillMode(pc.FILLMODE_NONE, canvas.width, canvas.height);
    app.setCanvasResolution(pc.RESOLUTION_FIXED, canvas.width, canvas.height);
    app.start();
    app.scene.ambientLight = new pc.Color(0.6, 0.6, 0.6);
    const camera = new pc.Entity('camera');
    camera.addComponent('camera', { clearColor: new pc.Color(0.25, 0.25, 0.25, 1), fov: 60, nearClip: 0.5,
        farClip: 100 });
    camera.setPosition(0, 0, 10);
    const light = new pc.Entity('light');
    light.addComponent('light', { type: 'directional' });
    light.setEulerAngles(45, 30, 0);
    app.root.addChild(camera);
    app.root.addChild(light);
    const checker = new pc.Texture(app.graphicsDevice, { width: 2, height: 2, mipmaps: false });
    checker.lock().set([255, 255, 255, 255, 90, 90, 90, 255, 90, 90, 90, 255, 255, 255, 255, 255]);
    checker.unlock();
    const box = (color, [x, y, z], opacity = 1) => {
        const material = new pc.StandardMaterial();
        material.diffuse = new pc.Color(...color);
        material.emissive = new pc.Color(...color.map((part) => part * 0.5));
        material.diffuseMap = checker;
        material.opacity = opacity;
        if (opacity < 1) material.blendType = pc.BLEND_NORMAL;
        material.update();
        const entity = new pc.Entity();
        entity.addComponent('render', { type: 'box', material });
        entity.setLocalScale(1.6, 2.4, 1.6);
        entity.setPosition(x, y, z);
        app.root.addChild(entity);
    };
    box([0, 0, 1], [-1.4, 0, 3]);
    box([0, 1, 0], [3, 0, -3]);
    box([1, 1, 0], [0, 3, -1], 0.6);
    const parent = new pc.Entity('parent');
    const mover = new pc.Entity('mover');
    mover.setLocalPosition(0, 1, 0);
    parent.addChild(mover);
    app.root.addChild(parent);
    return {
        app, camera, mover, pc,
        attach: (options) => attach(app, options),
        move(x, y, angle) {
            parent.setPosition(x, y, 0);
            parent.setEulerAngles(0, 0, (angle * 180) / Math.PI);
        },
        frame() {
            app.update(0);
            app.renderNextFrame = false;
            app.render();
        },
        place: () => mover.getPosition(),
        close: () => app.destroy(),
    };
}
