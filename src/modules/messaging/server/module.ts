import { sql } from 'kysely';
import { holdsPeople } from '#modules/devices/server/public.ts';
import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { messagingPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { messagingWords } from './audit-words.ts';
import { caseRoutes } from './cases/case.routes.ts';
import { retentionJob } from './cases/retention.job.ts';
import { retentions } from './cases/retention.ts';
import { checkRoutes } from './console/check.routes.ts';
import { messageRoutes } from './console/message.routes.ts';
import { messagingReview, messagingRoles } from './role/role.routes.ts';
import { messagingGifts } from './role/role.kind.ts';
import { ownSteps } from './rule/own-steps.ts';
import { sendStepsOf } from './rule/send-steps.ts';
import { messagingSettings } from './settings.ts';
import { messagingSocket } from './socket/connect.ts';
import { hubOf } from './socket/hub.ts';
import { messagingClientRoutes } from './terminal/client.routes.ts';
import { messagingUpkeep } from './upkeep.ts';

// Devices of people whose messages are held for a legal reason are not erased.
holdsPeople(async (db, ids) => {
  const { rows } = await sql<{
    id: string;
  }>`select distinct m.id::text as id from unnest(${[...ids]}::uuid[]) as m(id) join im_hold h on m.id = any(h.people)`.execute(db);
  return rows.map(({ id }) => id);
});

/** Conversations between people, how they are delivered, and the few ways to look at them. */
export const messagingModule: ServerModule = {
  name: 'messaging',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: messagingPages,
  demo: async () => (await import('./demo/messaging-demo.ts')).messagingDemo,
  clientRoutes: messagingClientRoutes,
  clientSockets: [messagingSocket],
  reviewedAreas: [messagingReview],
  start: async (services) => {
    for (const step of ownSteps) sendStepsOf(services).add(step);
  },
  work: (services) => hubOf(services).work(),
  tick: messagingUpkeep,
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(retentions, messagingSettings, {
    routes: [...messagingRoles.routes, ...checkRoutes, ...messageRoutes, ...caseRoutes],
    kinds: [messagingGifts.kind],
    words: [messagingWords],
    jobs: [...messagingRoles.jobs, retentionJob],
  }),
};
