import { runCore } from './core.mjs';
import { scenes } from './trails_scenes.js';

export default () => runCore(scenes);
