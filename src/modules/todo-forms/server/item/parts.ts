import type { ServerModule } from '#kit/server/module.ts';
import { runNotices } from './send/notices.ts';
import { runAnswers } from './send/work.ts';
import { todoSettings } from './settings.ts';

/** Work of to-dos beside the requests: answers go out, notices are written. */
export const todoWork: NonNullable<ServerModule['work']> = (services) => {
  const works = [runAnswers(services), runNotices(services)];
  return { stop: async () => void (await Promise.all(works.map((one) => one.stop()))) };
};

/** Lists to which to-dos contribute. */
export const itemParts = {
  kinds: [...todoSettings.kinds],
  routes: Object.values(todoSettings.routes),
};
