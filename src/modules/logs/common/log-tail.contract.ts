import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { exportedLogs, pageOfLog } from './export.contract.ts';
import { clientLogin, consoleLogin, operationLog } from './permissions.ts';

/** Most rows a second; the others are counted. */
export const tailRows = 50;

/**
 * Rows as they come (text/event-stream): `ready` once, `rows` with `{ list, skipped }`, the oldest first, `session` when the session or the
 * right has ended.
 */
export const logTail = endpoint({
  method: 'GET',
  path: 'logs/tail',
  summary: 'New rows of a log as server-sent events, under the filters of its list; at most 50 a second, the others are counted',
  access: { anyOf: [operationLog.code, consoleLogin.code, clientLogin.code] },
  permit: { by: 'log', codes: pageOfLog },
  scope: 'journal',
  answer: 'raw',
  errors: [19030],
  input: z.object({
    log: z.enum(exportedLogs).default('operation'),
    /** As the list of the log takes them, in JSON; its span of time does not count. */
    filters: z.record(z.string().max(50), z.json()).default({}),
  }),
  reply: z.unknown(),
});
