import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as contract from '../common/login-log.contract.ts';
import { endOneSession, unlockPerson } from './login.actions.ts';
import { getLogin, listLogins } from './login.query.ts';
import { summaryOf } from './login.summary.ts';

/** The log of sign-ins. */
export const loginRoutes: readonly BoundRoute[] = [
  handle(contract.consoleLoginList, (call, input) => listLogins(call, 'console', input)),
  handle(contract.clientLoginList, (call, input) => listLogins(call, 'client', input)),
  handle(contract.consoleLoginGet, (call, { id }) => getLogin(call, 'console', id)),
  handle(contract.clientLoginGet, (call, { id }) => getLogin(call, 'client', id)),
  handle(contract.loginSummary, summaryOf),
  handle(contract.loginEndSession, endOneSession),
  handle(contract.loginUnlock, unlockPerson),
];
