import { sql, type Selectable } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { systemCaller, type Caller } from '#kit/server/caller.ts';
import { sessionOf, type ClientCall } from '#kit/server/client/handle-client.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { Refusal, wrongState } from '#kit/server/refusal.ts';
import { maskMobile, mobileOf, sourceOwning } from '#modules/people/server/public.ts';
import type { clientPhoneState, clientPhoneSubmit, clientPhoneVerify } from '../../common/client.contract.ts';
import type { PhoneSettingTable, PhoneSubmissionTable } from '../settings.table.ts';
import { readSetting } from './phone.service.ts';
import { isMissing } from './remind.job.ts';
import { mostTries, submitPhone, verifyPhone } from './submit.ts';

type State = ClientReply<typeof clientPhoneState>;
type Setting = Selectable<PhoneSettingTable>;

/** Who proved a number may have it: the right to one's own record is no right over people. */
function actingForSelf(caller: Caller): Caller {
  const { grants } = systemCaller(caller.operation);
  return { ...caller, grants, can: () => true, scope: () => (caller.scope(), { all: true }) };
}

/** A number that a source delivers is changed there (11053). */
async function assertOwn(db: Db, uid: string): Promise<void> {
  const name = await sourceOwning(db, uid, 'mobile');
  if (name !== undefined) throw new Refusal(11053, { name });
}

async function lastOf(db: Db, uid: string): Promise<State['submission']> {
  const row = await db
    .selectFrom('phone_submission')
    .selectAll()
    .where('employee_id', '=', uid)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? shown(row) : null;
}

const shown = ({ id, state, number, code_ends_at: endsAt, tries }: Selectable<PhoneSubmissionTable>): State['submission'] => ({
  id,
  state,
  number: maskMobile(number),
  endsAt: state === 'submitted' ? endsAt : null,
  triesLeft: state === 'submitted' ? Math.max(0, mostTries - tries) : null,
});

async function skipsLeft(db: Db, uid: string, { mode, skips }: Setting): Promise<number> {
  if (mode !== 'ask') return 0;
  const row = await db.selectFrom('phone_skip').select('count').where('employee_id', '=', uid).executeTakeFirst();
  return Math.max(0, skips - (row?.count ?? 0));
}

/** Whether a page asks the person, and what became of what they said. */
export async function phoneState(call: ClientCall): Promise<State> {
  const { db, services } = call;
  const { uid } = sessionOf(call);
  const setting = await readSetting(db);
  const [number, ownedBy = null] = [await mobileOf(db, uid), await sourceOwning(db, uid, 'mobile')];
  return {
    mode: setting.mode,
    asked: ownedBy === null && (await isAsked(db, setting, { uid, number, now: services.now() })),
    skipsLeft: await skipsLeft(db, uid, setting),
    proof: setting.proof,
    regions: setting.regions,
    number: number === null ? null : maskMobile(number),
    ownedBy,
    submission: await lastOf(db, uid),
  };
}

interface Asked {
  uid: string;
  number: string | null;
  now: number;
}

/** As the reminders ask: nothing is under way, and nothing was proved lately. */
async function isAsked(db: Db, setting: Setting, { uid, number, now }: Asked): Promise<boolean> {
  if (setting.mode === 'off' || (setting.only_when_empty && number !== null)) return false;
  const { rows } = await sql<{ asked: boolean }>`select ${isMissing(setting, sql<string>`${uid}::uuid`, now)} as asked`.execute(db);
  return rows[0]?.asked ?? false;
}

/** Takes a number, or lets the person put it off. Refuses with 10412 where it can't be put off (any more), 11053 and as `submitPhone`. */
export async function answerPhone(
  call: ClientCall,
  { number }: ClientInput<typeof clientPhoneSubmit>,
): Promise<ClientReply<typeof clientPhoneSubmit>> {
  const { services } = call;
  const { uid } = sessionOf(call);
  const caller = actingForSelf(call.caller);
  return call.write(async (tx) => {
    await assertOwn(tx, uid);
    if (number === undefined) await putOff(tx, uid, services.now());
    else {
      await submitPhone(tx, { caller, services }, { number });
      await tx.deleteFrom('phone_skip').where('employee_id', '=', uid).execute();
    }
    return { submission: await lastOf(tx, uid), skipsLeft: await skipsLeft(tx, uid, await readSetting(tx)) };
  });
}

async function putOff(tx: Tx, uid: string, now: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('phone-submission'), hashtext(${uid}))`.execute(tx);
  const setting = await readSetting(tx);
  if ((await skipsLeft(tx, uid, setting)) === 0) throw wrongState(setting.mode);
  await tx
    .insertInto('phone_skip')
    .values({ employee_id: uid, count: 1, at: now })
    .onConflict((conflict) =>
      conflict.column('employee_id').doUpdateSet((row) => ({ count: sql`${row.ref('phone_skip.count')} + 1`, at: now })),
    )
    .execute();
}

/** Proves the number by its code. Refuses with 11053 and 11054. */
export async function provePhone(
  call: ClientCall,
  input: ClientInput<typeof clientPhoneVerify>,
): Promise<ClientReply<typeof clientPhoneVerify>> {
  const { db } = call;
  const { uid } = sessionOf(call);
  await assertOwn(db, uid);
  await verifyPhone({ ...call, caller: actingForSelf(call.caller) }, input.code);
  const number = await mobileOf(db, uid);
  return { number: maskMobile(number ?? '') };
}
