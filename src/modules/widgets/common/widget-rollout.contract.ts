import { rolloutContract } from '#modules/apps/common/rollout.contract.ts';
import { widgetHistoryPage, widgetPackagePage, widgetVersionPage } from './permissions.ts';

/** The calls of the rollouts of widget versions. A terminal on which a version could not be opened counts at `install`, one on which it failed later at `crash`. */
export const widgetRollout = rolloutContract({
  path: 'mam/widgetRollout',
  audit: 'widgetRollout',
  read: { anyOf: [widgetHistoryPage.code, widgetVersionPage.code, widgetPackagePage.code] },
  rolls: { anyOf: [widgetHistoryPage.button.rollout] },
  usual: { crash: 5, install: 5, silence: null },
});
