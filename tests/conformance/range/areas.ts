import { accessSamples } from './access.ts';
import { appSamples } from './apps.ts';
import { callSamples } from './calls.ts';
import { configuration } from './config.ts';
import { fileRanges } from './files.ts';
import { deviceSamples } from './devices.ts';
import { limits } from './limits.ts';
import { cardSamples } from './cards.ts';
import { groupSamples } from './groups.ts';
import { messageFileSamples } from './message-files.ts';
import { certificateRanges } from './certificates.ts';
import { appSettingRanges } from './app-settings.ts';
import { appTestRanges } from './app-tests.ts';
import { feedbackRanges } from './feedback.ts';
import { pageRanges } from './pages.ts';
import { messagingSamples } from './messaging.ts';
import { radarSamples } from './radar.ts';
import type { Sample } from './samples.ts';
import { settings } from './settings.ts';
import { terminal } from './terminal.ts';
import { wordSamples } from './words.ts';
import { userCentreSamples } from './user-centre.ts';
import { widgetRanges } from './widgets.ts';

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
