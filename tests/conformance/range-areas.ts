import { appSamples } from './range-apps.ts';
import { callSamples } from './range-calls.ts';
import { configuration } from './range-config.ts';
import { deviceSamples } from './range-devices.ts';
import { limits } from './range-limits.ts';
import { messagingSamples } from './range-messaging.ts';
import { radarSamples } from './range-radar.ts';
import type { Sample } from './range-samples.ts';
import { settings } from './range-settings.ts';
import { terminal } from './range-terminal.ts';
import { wordSamples } from './range-words.ts';
import { userCentreSamples } from './range-user-centre.ts';
import { widgetRanges } from './range-widgets.ts';

/** Samples of the areas, each in a file of its own. */
export const areas: Readonly<Record<string, Sample>> = {
  ...settings,
  ...configuration,
  ...limits,
  ...radarSamples,
  ...userCentreSamples,
  ...terminal,
  ...deviceSamples,
  ...callSamples,
  ...appSamples,
  ...widgetRanges,
  ...messagingSamples,
  ...wordSamples,
};
