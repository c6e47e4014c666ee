import path from 'node:path';
import { handle } from '#kit/server/handle.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { callGet, callList, callTail } from '../common/call.contract.ts';
import { callLogPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { callLogWords } from './audit-words.ts';
import { getCall } from './call.detail.ts';
import { callLogKinds } from './call.logs.ts';
import { listCalls } from './call.query.ts';
import { tailCalls } from './call.tail.ts';
import { tickCalls } from './call.upkeep.ts';
import { flushCalls } from './call-writer.ts';

/** What was called: the log of calls and their figures. */
export const callLogsModule: ServerModule = {
  name: 'call-logs',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: callLogPages,
  routes: [handle(callList, listCalls), handle(callGet, getCall), handle(callTail, tailCalls)],
  logKinds: callLogKinds,
  words: [callLogWords],
  tick: tickCalls,
  // Before the stores close, what waits is written.
  work: (services) => ({ stop: () => flushCalls(services) }),
  catalogs: { zh_CN, en_US, ja_JP },
};
