import { holdingRoutes } from '#kit/server/access/role.routes.ts';
import { roleData } from '#kit/server/access/role.query.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import type { JobKind } from '#kit/server/services.ts';
import { memberFiles } from '#kit/server/access/member-files.ts';
import { fileMembers, fileRule, whiteAdd, whiteExport, whiteImport, whiteList, whiteRemove } from '../common/file-rule.contract.ts';
import { fileRuleKind } from './file-rule.kind.ts';
import { whiteExportJob, whiteImportJob } from './file-white.files.ts';
import { addWhite, countWhite, listWhite, removeWhite } from './file-white.service.ts';

const members = memberFiles(fileMembers, fileRuleKind);

/** What is read from and written to files. */
export const fileRuleJobs: readonly JobKind<never, unknown>[] = [...members.jobs, whiteExportJob, whiteImportJob];

/** Operations on file rules and their white lists. */
export const fileRuleRoutes: readonly BoundRoute[] = [
  ...holdingRoutes(fileRule, fileRuleKind, countWhite),
  ...members.routes,
  handle(whiteList, (call, input) => listWhite(call, input)),
  handle(whiteAdd, (call, input) => call.write(async (tx) => ({ count: await addWhite(tx, call.caller, input) }))),
  handle(whiteRemove, (call, input) => call.write(async (tx) => ({ count: await removeWhite(tx, call.caller, input) }))),
  handle(whiteExport, (call, input) => started(call, whiteExportJob, input)),
  handle(whiteImport, (call, input) => started(call, whiteImportJob, input)),
];

async function started<P extends { roleId: string }, R>(call: Call, job: JobKind<P, R>, input: P): Promise<{ jobId: string }> {
  // Whom it shows is decided by the job, in the range of its own code.
  await roleData(call, 'fmm', input.roleId);
  call.caller.note({ roleId: input.roleId });
  return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, job, input) }));
}
