import { accessSamples } from './range-access.ts';
import { appSamples } from './range-apps.ts';
import { callSamples } from './range-calls.ts';
import { configuration } from './range-config.ts';
import { fileRanges } from './range-files.ts';
import { deviceSamples } from './range-devices.ts';
import { limits } from './range-limits.ts';
import { cardSamples } from './range-cards.ts';
import { groupSamples } from './range-groups.ts';
import { messageFileSamples } from './range-message-files.ts';
import { certificateRanges } from './range-certificates.ts';
import { appSettingRanges } from './range-app-settings.ts';
import { appTestRanges } from './range-app-tests.ts';
import { feedbackRanges } from './range-feedback.ts';
import { pageRanges } from './range-pages.ts';
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
  ...fileRanges,
  ...radarSamples,
  ...userCentreSamples,
  ...terminal,
  ...deviceSamples,
  ...accessSamples,
  ...callSamples,
  ...appSamples,
  ...widgetRanges,
  ...pageRanges,
  ...feedbackRanges,
  ...appTestRanges,
  ...appSettingRanges,
  ...certificateRanges,
  ...messagingSamples,
  ...wordSamples,
  ...groupSamples,
  ...messageFileSamples,
  ...cardSamples,
};
