import { callSamples } from './range-calls.ts';
import { configuration } from './range-config.ts';
import { limits } from './range-limits.ts';
import { cardSamples } from './range-cards.ts';
import { groupSamples } from './range-groups.ts';
import { messagingSamples } from './range-messaging.ts';
import { radarSamples } from './range-radar.ts';
import type { Sample } from './range-samples.ts';
import { settings } from './range-settings.ts';
import { terminal } from './range-terminal.ts';
import { userCentreSamples } from './range-user-centre.ts';

/** Samples of the areas, each in a file of its own. */
export const areas: Readonly<Record<string, Sample>> = {
  ...settings,
  ...configuration,
  ...limits,
  ...radarSamples,
  ...userCentreSamples,
  ...terminal,
  ...callSamples,
  ...messagingSamples,
  ...groupSamples,
  ...cardSamples,
};
