import { runScenes } from './measure.js';
import { scenes } from './beams_scenes.js';

window.results = await runScenes(scenes);
