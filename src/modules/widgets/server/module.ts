import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { rolloutRoutesOf, watchRollouts } from '#modules/apps/server/public.ts';
import { widgetPages } from '../common/permissions.ts';
import { widgetRollout } from '../common/widget-rollout.contract.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { widgetWords } from './audit-words.ts';
import { widgetClientRoutes } from './client.routes.ts';
import { mamGifts, widgetGifts } from './role.kind.ts';
import { widgetRoleJobs, widgetRoleRoutes } from './role.routes.ts';
import { widgetRolloutKind } from './rollout/rollout.kind.ts';
import { widgetHaltWarning, widgetRollouts } from './rollout/rolled-widgets.ts';
import { widgetRelationKind, widgetRelationRoutes } from './widget-relation.ts';
import { widgetVersionKind } from './widget-version.kind.ts';
import { widgetVersionRoutes } from './widget-version.routes.ts';
import { widgetCategories, widgets } from './widget.ts';
import { widgetEpoch, widgetPart } from './widget-changes.ts';
import { widgetRoutes } from './widget.routes.ts';

/** Widgets, their versions, and who may use them and the functions of the apps. */
export const widgetsModule: ServerModule = {
  name: 'widgets',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: widgetPages,
  clientRoutes: widgetClientRoutes,
  clientEpoch: widgetEpoch,
  clientPart: widgetPart,
  warningKinds: [widgetHaltWarning],
  tick: (services) => watchRollouts(services, widgetRollouts),
  demo: async () => (await import('./demo/widgets-demo.ts')).widgetsDemo,
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(widgetCategories, widgets, {
    routes: [
      ...widgetRoutes,
      ...widgetVersionRoutes,
      ...rolloutRoutesOf(widgetRollout, widgetRollouts),
      ...widgetRelationRoutes,
      ...widgetRoleRoutes,
    ],
    kinds: [widgetVersionKind, widgetRolloutKind, widgetRelationKind, mamGifts.kind, widgetGifts.kind],
    words: [widgetWords],
    jobs: widgetRoleJobs,
  }),
};
