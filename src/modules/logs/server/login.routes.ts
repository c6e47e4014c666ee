import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import * as contract from '../common/login-log.contract.ts';
import { blockOneAddress, endOneSession, unlockPerson } from './login.actions.ts';
import type { LoginSide } from './login.filter.ts';
import { getLogin, listLogins } from './login.query.ts';
import { summaryOf } from './login.summary.ts';
import { noteRead } from './read.query.ts';

/** The log of sign-ins. */
export const loginRoutes: readonly BoundRoute[] = [
  handle(contract.consoleLoginList, (call, input) => listNoted(call, 'console', input)),
  handle(contract.clientLoginList, (call, input) => listNoted(call, 'client', input)),
  handle(contract.consoleLoginGet, (call, { id }) => getNoted(call, 'console', id)),
  handle(contract.clientLoginGet, (call, { id }) => getNoted(call, 'client', id)),
  handle(contract.loginSummary, summaryOf),
  handle(contract.loginEndSession, endOneSession),
  handle(contract.loginUnlock, unlockPerson),
  handle(contract.loginBlockAddress, blockOneAddress),
];

async function listNoted(call: Call, side: LoginSide, input: Parameters<typeof listLogins>[2]): ReturnType<typeof listLogins> {
  const reply = await listLogins(call, side, input);
  await noteRead(call, 'loginLog', { side, ...input }, reply.list.length);
  return reply;
}

async function getNoted(call: Call, side: LoginSide, id: string): ReturnType<typeof getLogin> {
  const reply = await getLogin(call, side, id);
  await noteRead(call, 'loginLog', { side, id }, 1);
  return reply;
}
