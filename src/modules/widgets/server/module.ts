import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { widgetPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { widgetWords } from './audit-words.ts';
import { widgetClientRoutes } from './client.routes.ts';
import { mamRoleKind, widgetRoleKind } from './role.kind.ts';
import { widgetRoleJobs, widgetRoleRoutes } from './role.routes.ts';
import { widgetRelationKind, widgetRelationRoutes } from './widget-relation.ts';
import { widgetVersionKind } from './widget-version.kind.ts';
import { widgetVersionRoutes } from './widget-version.routes.ts';
import { widgetCategories, widgets } from './widget.ts';
import { widgetEpoch, widgetPart } from './widget-news.ts';
import { widgetRoutes } from './widget.routes.ts';

/** Widgets, their versions, and who may use them and the functions of the apps. */
export const widgetsModule: ServerModule = {
  name: 'widgets',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: widgetPages,
  clientRoutes: widgetClientRoutes,
  clientEpoch: widgetEpoch,
  clientPart: widgetPart,
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(widgetCategories, widgets, {
    routes: [...widgetRoutes, ...widgetVersionRoutes, ...widgetRelationRoutes, ...widgetRoleRoutes],
    kinds: [widgetVersionKind, widgetRelationKind, mamRoleKind, widgetRoleKind],
    words: [widgetWords],
    jobs: widgetRoleJobs,
  }),
};
