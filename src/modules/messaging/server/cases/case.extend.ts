import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { outOfRange, notFound, Refusal, wrongState } from '#kit/server/refusal.ts';
import type { caseExtend } from '../../common/case.contract.ts';
import { messageManage } from '../../common/permissions.ts';
import { assertGroups, assertPeople } from '../console/seen.ts';
import { messagingSettings } from '../settings.ts';
import { assertNotOwn, lockedCase } from './case.service.ts';

const dayMillis = 86_400_000;

/** Keeps a case open longer, never beyond the days of the settings; what somebody else approved is lengthened by somebody else too. */
export async function extendCase(call: Call, input: Parsed<typeof caseExtend>): Promise<Reply<typeof caseExtend>> {
  const { caller, services } = call;
  const range = caller.scope();
  const { caseMaxDays } = await messagingSettings.now(services);
  return call.write(async (tx) => {
    const { rows } = await sql`select from im_case where id = ${input.id}::uuid`.execute(tx);
    if (rows.length === 0) throw range.all ? notFound() : outOfRange();
    const found = await lockedCase(tx, call, input);
    const own = found.requestedBy === caller.uid;
    if (own && found.needsApproval) throw new Refusal(16073);
    await assertPeople(tx, range, found.people);
    await assertGroups(services, range, found.groupIds);
    if (!own) {
      if (!caller.can(messageManage.button.approveCase)) throw notFound();
      if (found.people.includes(caller.uid)) throw new Refusal(16074);
      await assertNotOwn(tx, caller.uid, found.groupIds);
    }
    if (found.state !== 'open') throw wrongState(found.state);
    const endsAt = Math.min(found.endsAt! + input.days * dayMillis, found.opensAt! + caseMaxDays * dayMillis);
    await sql`update im_case set version = version + 1, ends_at = ${endsAt}, updated_at = ${services.now()}, updated_by = ${caller.uid}
      where id = ${input.id}::uuid`.execute(tx);
    caller.touch({ kind: 'imCase', id: found.id, name: found.number });
    caller.note({ days: input.days });
    return { endsAt };
  });
}
