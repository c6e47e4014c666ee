import { memberFiles } from '#kit/server/access/member-files.ts';
import { beginView } from '#kit/server/session/view-session.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import type { Kind } from '#kit/server/change/kind.ts';
import { notFound, Refusal, wrongState } from '#kit/server/refusal.ts';
import type { JobKind } from '#kit/server/services.ts';
import { code } from '#kit/common/codes.ts';
import * as contract from '../common/role.contract.ts';
import { holderExportJob } from './holder.export.job.ts';
import { reviewJob } from './review.job.ts';
import { assertInRange } from './token.service.ts';

/** What is done with administrators as people: letting them in again, seeing what they see, lists of them for files. */
export function holderRoutes(kind: Kind): { routes: readonly BoundRoute[]; jobs: readonly JobKind<never, unknown>[] } {
  const files = memberFiles(contract.memberFiles, kind);
  const started = <P, R>(call: Call, job: JobKind<P, R>, input: P, facts: Record<string, unknown>): Promise<{ jobId: string }> => {
    // Whom it shows is decided by the job, in the range of its own code; asking is what the pipeline wants to see.
    call.caller.scope();
    call.caller.note(facts);
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, job, input) }));
  };
  return {
    routes: [
      handle(contract.viewAs, (call, input) => beginViewAs(call, input)),
      handle(contract.holderReactivate, (call, input) => reactivate(call, input.ids)),
      handle(contract.reviewExport, (call, input) => started(call, reviewJob, input, { by: input.by, area: input.area })),
      handle(contract.holderExport, (call, input) => started(call, holderExportJob, input, { ...input.filter })),
      ...files.routes,
    ],
    jobs: [reviewJob, holderExportJob, ...files.jobs],
  };
}

/** The session in which the console is seen as somebody else; the row of the audit names both. */
async function beginViewAs(
  call: Call,
  { empId, reason }: { empId: string; reason: string },
): Promise<{ accessToken: string; expiresAt: number }> {
  const { caller, services } = call;
  await assertInRange(call, [empId]);
  if (empId === caller.uid) throw wrongState('own');
  const person = await services.directory.byUid(call.db, empId);
  if (!person) throw notFound();
  return call.write(async (tx) => {
    const begun = await beginView(tx, { sessionId: caller.sessionId ?? '', uid: empId, now: services.now() });
    if (!begun) throw new Refusal(code.sessionEnded);
    caller.touch({ kind: 'employee', id: empId, name: person.name, path: (await services.directory.pathsOf(tx, empId))[0] ?? null });
    caller.note({ until: begun.endsAt, sessionId: begun.id, ...(reason && { reason }) });
    return { accessToken: begun.token, expiresAt: begun.endsAt };
  });
}

async function reactivate(call: Call, ids: readonly string[]): Promise<{ count: number }> {
  const { caller, services } = call;
  await assertInRange(call, ids);
  if (ids.includes(caller.uid)) throw wrongState('own');
  if (!caller.grants.superAdmin) for (const id of ids) if ((await services.access.grants(id)).superAdmin) throw new Refusal(11006);
  return call.write(async (tx) => {
    const values = ids.map((uid) => ({ uid, at: services.now(), by: caller.uid }));
    await tx
      .insertInto('administrator_wake')
      .values(values)
      .onConflict((conflict) => conflict.column('uid').doUpdateSet((row) => ({ at: row.ref('excluded.at'), by: row.ref('excluded.by') })))
      .execute();
    for (const { id, name } of (await services.directory.people(tx, ids)).values()) caller.touch({ kind: 'employee', id, name });
    return { count: ids.length };
  });
}
