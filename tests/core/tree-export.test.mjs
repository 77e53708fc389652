// What Tree.toGlb writes, for the public validator and for another engine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import validator from 'gltf-validator';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { openKit } from './load.mjs';

test('[flora.export] a tree is a valid glTF 2.0 file with its levels', async () => {
    const kit = await openKit();
    for (const options of [{ preset: 'oak' }, { preset: 'pine', age: 0.4 }, { leaves: 0 }, { age: 0 }]) {
        const tree = kit.createTree(options);
        const glb = await tree.toGlb();
        const { issues, info } = await validator.validateBytes(glb);
        assert.equal(issues.numErrors, 0, JSON.stringify(issues.messages.slice(0, 3)));
        assert.equal(issues.numWarnings, 0, JSON.stringify(issues.messages.slice(0, 3)));
        const triangles = [0, 1, 2].map((level) => tree.mesh({ level }).indices.length / 3);
        assert.equal(info.totalTriangleCount, triangles.reduce((a, b) => a + b));
        tree.destroy();
    }
    kit.dispose();
});

test('[flora.export] three.js loads what was exported', async () => {
    const kit = await openKit();
    const tree = kit.createTree({ preset: 'oak', seed: 5 });
    const glb = await tree.toGlb({ levels: 2 });
    const gltf = await new GLTFLoader().parseAsync(glb.buffer, '');
    assert.deepEqual(gltf.scenes.map(({ name }) => name), ['oak_level_0', 'oak_level_1']);
    const meshes = [];
    gltf.scene.traverse((object) => { if (object.isMesh) meshes.push(object); });
    assert.deepEqual(meshes.map(({ material }) => material.name), ['bark', 'leaves']);
    const mesh = tree.mesh();
    const [wood, leaves] = meshes.map(({ geometry }) => geometry);
    assert.equal(wood.index.count, mesh.woodIndexCount);
    assert.equal(wood.index.count + leaves.index.count, mesh.indices.length);
    leaves.computeBoundingBox();
    wood.computeBoundingBox();
    const top = Math.max(wood.boundingBox.max.y, leaves.boundingBox.max.y);
    assert.ok(Math.abs(top - mesh.height) < 1e-5);
    assert.equal(meshes[1].material.side, 2, 'leaves are seen from both sides');
    assert.ok(meshes.every(({ material }) => material.vertexColors));
    await assert.rejects(tree.toGlb({ levels: 4 }), { message: /levels/ });
    kit.dispose();
});
