import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { appsGroup } from '../common/menu-group.ts';
import { appRollout } from '../common/release.contract.ts';
import { appsPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { apps } from './app/app.ts';
import { appRoutes } from './app/app.routes.ts';
import { appsWords } from './audit-words.ts';
import { installLinkKind } from './install/link.kind.ts';
import { installProtocols } from './install/protocol.ts';
import { linkRoutes } from './install/link.routes.ts';
import { releaseEpoch, releasePart } from './offer/release-changes.ts';
import { offerClientRoutes } from './offer/client.routes.ts';
import { limitUserRoutes } from './release/limit-user.routes.ts';
import { limitExportJob, limitImportJob } from './release/limit-files.job.ts';
import { endingMail, haltMail } from './release/notice-mail.ts';
import { rolloutKind } from './release/rollout.kind.ts';
import { rolloutRoutesOf } from './release/rollout.routes.ts';
import { terminalExportJob, terminalRoutes } from './release/terminal.routes.ts';
import { haltWarning } from './release/warnings.ts';
import { appRollouts, watchAppRollouts } from './release/rolled-apps.ts';
import { enumRoutes } from './enums.routes.ts';
import { replaceRoutes } from './version/replace.routes.ts';
import { shelfRoutes } from './version/shelf.routes.ts';
import { buildRule } from './version/minimum.ts';
import { versionRoutes } from './version/version.routes.ts';
import { versions } from './version/version.ts';
import { versionWidgetRoutes } from './version/widget.routes.ts';

const { add: _add, ...plainVersions } = versions.routes;

/** Apps, their versions and their way to terminals. */
export const appsModule: ServerModule = {
  name: 'apps',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: [appsGroup, ...appsPages],
  catalogs: { zh_CN, en_US, ja_JP },
  demo: async () => (await import('./demo/apps-demo.ts')).appsDemo,
  clientRoutes: offerClientRoutes,
  clientApps: async (db) => (await db.selectFrom('app').select('app_key').execute()).map(({ app_key }) => app_key),
  clientBuilds: buildRule,
  clientEpoch: releaseEpoch,
  clientPart: releasePart,
  protocols: installProtocols,
  warningKinds: [haltWarning],
  mailTemplates: [haltMail, endingMail],
  tick: watchAppRollouts,
  ...moduleParts(
    apps,
    { ...versions, routes: plainVersions },
    {
      routes: [
        ...appRoutes,
        ...versionRoutes,
        ...replaceRoutes,
        ...shelfRoutes,
        ...rolloutRoutesOf(appRollout, appRollouts),
        ...terminalRoutes,
        ...limitUserRoutes,
        ...versionWidgetRoutes,
        ...linkRoutes,
        ...enumRoutes,
      ],
      jobs: [terminalExportJob, limitExportJob, limitImportJob],
      kinds: [rolloutKind, installLinkKind],
      words: [appsWords],
    },
  ),
};
