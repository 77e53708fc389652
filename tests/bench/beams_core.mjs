import { runCore } from './core.mjs';
import { scenes } from './beams_scenes.js';

export default () => runCore(scenes);
