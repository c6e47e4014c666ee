import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { appSettingPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { settingWords } from './audit-words.ts';
import { settingsClientRoutes } from './client.routes.ts';
import { documentKinds } from './documents.ts';
import { importValuesJob } from './import-values.job.ts';
import { loginAuthRoutes, signInsOfApps, waysOfApp } from './login-auth.ts';
import { loginLinks } from './login-link.ts';
import { loginPageRoutes } from './login-page.routes.ts';
import { otherConfigs } from './other-config.ts';
import { otherConfigRoutes } from './other-config.routes.ts';
import { settingCrowdUses, settingDepartmentUses } from './party-uses.ts';
import { settingsChanges } from './settings-changes.ts';

/** What apps show before somebody signs in, how people sign in to them, and their settings. */
export const appSettingsModule: ServerModule = {
  name: 'app-settings',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: appSettingPages,
  clientRoutes: settingsClientRoutes,
  clientEpoch: settingsChanges.epoch,
  clientPart: settingsChanges.part,
  clientWays: waysOfApp,
  clientSignIn: signInsOfApps,
  demo: async () => (await import('./demo/settings-demo.ts')).settingsDemo,
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(loginLinks, otherConfigs, {
    routes: [...loginPageRoutes, ...loginAuthRoutes, ...otherConfigRoutes],
    kinds: Object.values(documentKinds),
    jobs: [importValuesJob],
    words: [settingWords],
    departmentUses: settingDepartmentUses,
    crowdUses: settingCrowdUses,
  }),
};
