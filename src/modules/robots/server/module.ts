import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { sendStepsOf } from '#modules/messaging/server/public.ts';
import { robotsPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { robotHook } from './company/hook/hook-protocol.ts';
import { companyParts } from './company/parts.ts';
import { robotLogs } from './company/robot.logs.ts';
import { robotEars } from './company/talk/hear.ts';
import { robotUpkeep } from './company/upkeep.ts';

/** Robots that post and answer in groups, and the personal assistants of people. */
export const robotsModule: ServerModule = {
  name: 'robots',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: robotsPages,
  protocols: [robotHook],
  logKinds: robotLogs,
  start: async (services) => {
    sendStepsOf(services).add(robotEars(services));
  },
  tick: robotUpkeep,
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(companyParts),
};
