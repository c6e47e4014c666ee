import { sql } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, outOfRange } from '#kit/server/refusal.ts';
import type { requestDelegate } from '../common/request.contract.ts';
import { samePerson } from '#modules/people/server/public.ts';

const mostMillis = 14 * 86_400_000;

/** Whom the caller lets decide now or later. */
export async function delegations({ db, caller, services }: Call) {
  const rows = await db
    .selectFrom('change_delegation')
    .selectAll()
    .where('from_uid', '=', caller.uid)
    .where('until_at', '>', services.now())
    .orderBy('until_at')
    .execute();
  const names = await services.directory.people(
    db,
    rows.map(({ to_uid }) => to_uid),
    caller.language,
    caller.scope(),
  );
  return rows.map((row) => ({
    id: row.id,
    toId: row.to_uid,
    toName: names.get(row.to_uid)?.name ?? '',
    until: row.until_at,
    reason: row.reason,
  }));
}

/** Lets somebody decide in the caller's place; a new word about the same person replaces the one before. */
export async function delegate(call: Call, input: Parsed<typeof requestDelegate>): Promise<void> {
  const { db, caller, services } = call;
  const now = services.now();
  const [hit] = (await services.directory.people(db, [input.toId])).values();
  const { rows } = await sql`select from unnest(${[input.toId]}::uuid[]) as one(id)
    where ${services.directory.employeeInRange(caller.scope(), 'one.id')}`.execute(db);
  if (!hit || rows.length === 0) throw outOfRange();
  if ((await samePerson(db, caller.uid)).includes(input.toId))
    throw new InvalidInput([{ path: 'toId', namespace: 'approvals', key: 'issue.toSelf' }]);
  if (input.until > now + mostMillis) throw new InvalidInput([{ path: 'until', namespace: 'approvals', key: 'issue.tooLong' }]);
  await call.write(async (tx) => {
    caller.touch({ kind: 'employee', id: input.toId, name: hit.name });
    await tx
      .updateTable('change_delegation')
      .set({ until_at: now })
      .where('from_uid', '=', caller.uid)
      .where('to_uid', '=', input.toId)
      .where('until_at', '>', now)
      .execute();
    if (input.until <= now) return;
    await tx
      .insertInto('change_delegation')
      .values({
        id: newId(),
        from_uid: caller.uid,
        to_uid: input.toId,
        from_at: now,
        until_at: input.until,
        reason: input.reason?.trim() || null,
      })
      .execute();
  });
}
