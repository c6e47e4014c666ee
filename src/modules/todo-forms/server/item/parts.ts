import type { ModulePart } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { itemWords } from './audit-words.ts';
import { compareJob } from './console/compare.ts';
import { itemRoutes } from './console/item.routes.ts';
import { itemBatchJob, itemExportJob } from './console/jobs.ts';
import { managerKind } from './console/managers.ts';
import { todoHoldings } from './holdings.ts';
import { runNotices } from './send/notices.ts';
import { runAnswers } from './send/work.ts';
import { todoSettings } from './settings.ts';

/** Work of to-dos beside the requests: answers go out, notices are written. */
export const todoWork: NonNullable<ServerModule['work']> = (services) => {
  const works = [runAnswers(services), runNotices(services)];
  return { stop: async () => void (await Promise.all(works.map((one) => one.stop()))) };
};

/** Lists to which to-dos contribute. */
export const itemParts: ModulePart = {
  kinds: [...todoSettings.kinds, managerKind],
  routes: [...Object.values(todoSettings.routes), ...itemRoutes],
  jobs: [itemExportJob, itemBatchJob, compareJob],
  words: [itemWords],
  holdings: todoHoldings,
};
