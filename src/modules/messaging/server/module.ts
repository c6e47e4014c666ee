import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { messagingPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { workOutbox } from './engine/outbox.ts';
import { ownSteps } from './rule/own-steps.ts';
import { sendStepsOf } from './rule/send-steps.ts';
import { messagingSocket } from './socket/connect.ts';
import { hubOf } from './socket/hub.ts';
import { messagingClientRoutes } from './terminal/client.routes.ts';

/** Conversations between people, how they are delivered, and the few ways to look at them. */
export const messagingModule: ServerModule = {
  name: 'messaging',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: messagingPages,
  routes: [],
  clientRoutes: messagingClientRoutes,
  clientSockets: [messagingSocket],
  start: async (services) => {
    for (const step of ownSteps) sendStepsOf(services).add(step);
  },
  work: (services) => hubOf(services).work(),
  tick: async (services) => {
    while ((await workOutbox(services)) >= 500);
  },
  catalogs: { zh_CN, en_US, ja_JP },
};
