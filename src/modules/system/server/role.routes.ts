import { explain } from '#kit/server/access/explain.ts';
import { whoCan } from '#kit/server/access/who-can.ts';
import { previewRole } from '#kit/server/access/preview.ts';
import type { RoleCall } from '#kit/server/access/role.view.ts';
import { resetFactors } from '#kit/server/session/factor/reset-factors.ts';
import { adminFactor } from '#kit/server/warning/kit-warnings.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { Refusal, wrongState } from '#kit/server/refusal.ts';
import { holderEndSession, holderResetFactor, rights } from '../common/role.contract.ts';
import { assertInRange } from './token.service.ts';

/** Operations that explain rights, and the end of administrators' sessions. */
export const rightsRoutes: readonly BoundRoute[] = [
  handle(rights.explain, (call, input) => explain(call, input)),
  handle(rights.whoCan, (call, input) => whoCan(call, input)),
  handle(rights.preview, (call, input) => previewRole(call, input)),
  handle(holderEndSession, async (call, input) => {
    await assertMayEnd(call, input.ids);
    await call.write(async (tx) => {
      await call.services.sessions.endAll(tx, input.ids, 'administrator');
      const people = await call.services.directory.people(tx, input.ids);
      for (const { id, name } of people.values()) call.caller.touch({ kind: 'employee', id, name });
    });
    return { count: input.ids.length };
  }),
  handle(holderResetFactor, async (call, { empId, reason }) => {
    await assertMayEnd(call, [empId]);
    // One's own are changed in the profile, with the factor itself; taking them away needs a second pair of eyes.
    if (empId === call.caller.uid) throw wrongState('own');
    return call.write(async (tx) => {
      const count = await resetFactors(tx, empId);
      await call.services.sessions.endAll(tx, [empId], 'administrator');
      for (const { id, name } of (await call.services.directory.people(tx, [empId])).values()) {
        call.caller.touch({ kind: 'employee', id, name });
        const facts = { by: call.caller.name, count };
        if (count > 0) await call.services.warnings.raise(tx, { kind: adminFactor.kind, object: { kind: 'employee', id, name }, facts });
      }
      call.caller.note({ factors: count, ...(reason && { reason }) });
      return { count };
    });
  }),
];

/** Everybody is in range, and a super administrator's sessions are ended by another one alone. */
async function assertMayEnd(call: RoleCall, ids: readonly string[]): Promise<void> {
  await assertInRange(call, ids);
  if (call.caller.grants.superAdmin) return;
  for (const id of ids) if ((await call.services.access.grants(id)).superAdmin) throw new Refusal(11006);
}
