import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as contract from '../common/token.contract.ts';
import { addToken, codesFor, listTokens, removeTokens } from './token.service.ts';

/** Tokens by which programs call for a person. */
export const tokenRoutes: readonly BoundRoute[] = [
  handle(contract.tokenList, (call, input) => listTokens(call, input)),
  handle(contract.tokenCodes, (call, input) => codesFor(call, input.employeeId)),
  handle(contract.tokenAdd, (call, input) => addToken(call, input)),
  handle(contract.tokenRemove, async (call, input) => ({ count: await removeTokens(call, input.ids) })),
];
