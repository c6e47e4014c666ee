import { holdingRoutes } from '#kit/server/access/role.routes.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { fileRule, whiteAdd, whiteList, whiteRemove } from '../common/file-rule.contract.ts';
import { fileRuleKind } from './file-rule.kind.ts';
import { addWhite, listWhite, removeWhite } from './file-white.service.ts';

/** Operations on file rules and their white lists. */
export const fileRuleRoutes: readonly BoundRoute[] = [
  ...holdingRoutes(fileRule, fileRuleKind),
  handle(whiteList, (call, input) => listWhite(call, input)),
  handle(whiteAdd, (call, input) => call.write(async (tx) => ({ count: await addWhite(tx, call.caller, input) }))),
  handle(whiteRemove, (call, input) => call.write(async (tx) => ({ count: await removeWhite(tx, call.caller, input) }))),
];
