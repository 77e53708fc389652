import { runScenes } from './measure.js';
import { scenes } from './particles_scenes.js';

window.results = await runScenes(scenes);
