// `willowisp/presets`: effects to start from, as JSON.
import type { EffectDefinition } from './index.js';

export type EffectPreset =
    | 'sparks'
    | 'dust'
    | 'exhaust'
    | 'smoke'
    | 'campfire'
    | 'embers'
    | 'snow'
    | 'rain'
    | 'fireflies'
    | 'bubbles'
    | 'magicCircle'
    | 'explosion'
    | 'muzzleFlash'
    | 'waterSplash'
    | 'leavesInWind'
    | 'confetti'
    | 'portal';

/** By name, each the definition of a `createEffect`. Frozen: copy one to change it. */
export declare const effects: Readonly<Record<EffectPreset, EffectDefinition>>;
