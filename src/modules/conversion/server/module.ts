import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { upkeepEvery } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { interfaceUsers } from '#modules/access/server/public.ts';
import { conversionPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { attachClientRoutes, attachRoutes, attachSystems, attachUses } from './attach.ts';
import { conversionWords } from './audit-words.ts';
import { conversionRoutes, convertTestJob } from './conversion.routes.ts';
import { sweepConversions, workConversions } from './convert-work.ts';
import { convertParamKind, seedParams } from './params.ts';

const hourMillis = 3_600_000;

/** Attachments become pages that phones can read. */
export const conversionModule: ServerModule = {
  name: 'conversion',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: conversionPages,
  start: async (services) => {
    await seedParams(services);
    interfaceUsers(services).add(attachUses);
  },
  clientRoutes: attachClientRoutes,
  work: workConversions,
  tick: upkeepEvery<Services>(hourMillis, sweepConversions),
  demo: async () => (await import('./demo/attach-demo.ts')).attachDemo,
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(attachSystems, {
    routes: [...conversionRoutes, ...attachRoutes],
    kinds: [convertParamKind],
    words: [conversionWords],
    jobs: [convertTestJob],
  }),
};
