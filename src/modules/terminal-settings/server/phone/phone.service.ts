import { sql, type Selectable } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { outOfRange, wrongState } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import { directory, setMobile } from '#modules/people/server/public.ts';
import type { phoneSave, PhoneSettingView } from '../../common/phone.contract.ts';
import { assertWholeSite } from '../whole-site.ts';
import type { PhoneSettingTable, PhoneSubmissionTable } from '../settings.table.ts';
import { phoneSettingKind } from './phone.kind.ts';

/** The setting has its row from the first start on: nobody is asked. */
export async function seedPhone(db: Db, now: number): Promise<void> {
  const stamps = { version: 1, created_at: now, created_by: null, updated_at: now, updated_by: null };
  const values = {
    ...stamps,
    id: newId(),
    mode: 'off' as const,
    skips: 3,
    audience: '[]',
    regions: '[]',
    proof: 'approval' as const,
    again_months: 0,
    only_when_empty: true,
  };
  await db.transaction().execute(async (tx) => {
    await sql`lock table phone_setting in share row exclusive mode`.execute(tx);
    const { n } = await tx
      .selectFrom('phone_setting')
      .select(sql<number>`count(*)`.as('n'))
      .executeTakeFirstOrThrow();
    if (n === 0) await tx.insertInto('phone_setting').values(values).execute();
  });
}

/** The one row of the setting. */
export const readSetting = (db: Db): Promise<Selectable<PhoneSettingTable>> =>
  db.selectFrom('phone_setting').selectAll().executeTakeFirstOrThrow();

/** The setting as it leaves. */
export async function getSetting(db: Db): Promise<PhoneSettingView> {
  const row = await readSetting(db);
  return {
    ...stampsOf(row),
    mode: row.mode,
    skips: row.skips,
    audience: row.audience,
    regions: row.regions,
    proof: row.proof,
    againMonths: row.again_months,
    onlyWhenEmpty: row.only_when_empty,
  };
}

/** Changes the setting. */
export async function saveSetting(tx: Tx, caller: Caller, { version, ...fields }: Parsed<typeof phoneSave>): Promise<void> {
  assertWholeSite(caller);
  const { id } = await readSetting(tx);
  await changeObjects(tx, caller, phoneSettingKind, [{ id, version, fields: fields as Fields }]);
}

interface Decision {
  readonly ids: readonly string[];
  readonly reason?: string | undefined;
}
type Means = { readonly caller: Caller; readonly services: Pick<Services, 'now'> };

/** Waiting submissions of people in range, locked. Refuses with 10910, and 10412 where one is decided already. */
async function lockWaiting(tx: Tx, caller: Caller, ids: readonly string[]): Promise<Selectable<PhoneSubmissionTable>[]> {
  const { rows } = await sql<Selectable<PhoneSubmissionTable>>`select s.* from phone_submission s
    where s.id = any(${ids}::uuid[]) and ${directory.employeeInRange(caller.scope(), 's.employee_id')} order by s.id for update`.execute(
    tx,
  );
  if (rows.length < ids.length) throw outOfRange();
  const other = rows.find(({ state }) => state !== 'waiting');
  if (other) throw wrongState(other.state);
  const people = await directory.people(
    tx,
    rows.map(({ employee_id: id }) => id),
  );
  for (const { id, employee_id: employee } of rows)
    caller.touch({ kind: 'phoneSubmission', id, name: people.get(employee)?.name ?? employee });
  return rows;
}

/** The numbers become those of the people, under the rules of every change of people (10411, 12027). */
export async function approve(tx: Tx, { caller, services }: Means, { ids, reason }: Decision): Promise<number> {
  const rows = await lockWaiting(tx, caller, ids);
  for (const { employee_id: id, number: mobile } of rows) await setMobile(tx, caller, { id, mobile });
  await decide(tx, { caller, services }, { ids, reason, state: 'applied' });
  return rows.length;
}

/** The numbers stay as they were. */
export async function reject(tx: Tx, { caller, services }: Means, { ids, reason }: Decision): Promise<number> {
  const rows = await lockWaiting(tx, caller, ids);
  await decide(tx, { caller, services }, { ids, reason, state: 'rejected' });
  return rows.length;
}

async function decide(
  tx: Tx,
  { caller, services }: Means,
  { ids, reason, state }: Decision & { state: 'applied' | 'rejected' },
): Promise<void> {
  const now = services.now();
  if (reason !== undefined) caller.note({ reason });
  await tx
    .updateTable('phone_submission')
    .set((update) => ({
      state,
      reason: reason ?? null,
      decided_at: now,
      decided_by: caller.uid,
      version: update('version', '+', 1),
      updated_at: now,
      updated_by: caller.uid,
    }))
    .where('id', 'in', ids)
    .execute();
}
