import { runCore } from './core.mjs';
import { scenes } from './particles_scenes.js';

export default () => runCore(scenes);
