import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { signInEnumerations } from '../common/enumerations.ts';
import { signInPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { appLoginRoutes } from './app-login.routes.ts';
import { signInCrowdUses } from './crowd-uses.ts';
import { signInDepartmentUses } from './department-uses.ts';
import { signInAreas } from './config-areas.ts';
import { signInWords } from './audit-words.ts';
import { authSettingKind } from './auth-setting/auth-setting.kind.ts';
import { authSettingRoutes } from './auth-setting/auth-setting.routes.ts';
import { authenticateKind } from './authenticate.kind.ts';
import { authenticateRoutes } from './authenticate.routes.ts';
import { rollBackExpired } from './guard.ts';
import { loginRoutes } from './login.routes.ts';
import { seedLocal } from './seed-local.ts';
import { signOutRoutes } from './sign-out/sign-out.routes.ts';
import { guardRolledBack } from './warnings.ts';
import { wechatKind } from './wechat/wechat.kind.ts';
import { wechatRoutes } from './wechat/wechat.routes.ts';
import { signInWays } from './ways.ts';
import { signInRadar } from './sign-in.radar.ts';

/** How people sign in: the ways, and the guard that nobody locks everybody out. */
export const signInModule: ServerModule = {
  name: 'sign-in',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: signInPages,
  routes: [...authSettingRoutes, ...authenticateRoutes, ...wechatRoutes, ...appLoginRoutes, ...loginRoutes, ...signOutRoutes],
  kinds: [authSettingKind, authenticateKind, wechatKind],
  departmentUses: signInDepartmentUses,
  words: [signInWords],
  warningKinds: [guardRolledBack],
  signIn: signInWays,
  enumerations: signInEnumerations,
  configAreas: signInAreas,
  crowdUses: signInCrowdUses,
  radarKinds: signInRadar,
  catalogs: { zh_CN, en_US, ja_JP },
  start: async (services) => {
    await seedLocal(services);
    // What was left unconfirmed while no server ran goes back before anybody is served.
    await rollBackExpired(services);
  },
  tick: async (services) => {
    await rollBackExpired(services);
  },
};
