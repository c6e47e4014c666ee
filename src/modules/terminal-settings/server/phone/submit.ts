import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import { mobile } from '#kit/common/schema.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, Refusal, wrongState } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { mobileOf, setMobile, sourceOwning } from '#modules/people/server/public.ts';
import { isSame } from '#platform/secrets/is-same.ts';
import type { SubmissionState } from '../../common/phone.contract.ts';
import { isFor } from '../audience.ts';
import { queueCode } from '../sms/send.ts';
import { readSetting } from './phone.service.ts';

const codeMillis = 5 * 60_000;
const dayMillis = 86_400_000;
/** Maximum number of attempts for a code. */
export const mostTries = 3;
const mostPerDay = 5;
/** Submissions whose code was never entered are over after this. */
const openMillis = dayMillis;

type Means = Pick<Call, 'caller' | 'services'>;

/** A person submits a number of their own: what happens to it is for the setting. Refuses with 10412, 10400, 10411, 10429, and 11053 where it is a source's. */
export async function submitPhone(
  tx: Tx,
  { caller, services }: Means,
  { number }: { number: string },
): Promise<{ id: string; state: SubmissionState }> {
  const { uid } = caller;
  const setting = await readSetting(tx);
  if (setting.mode === 'off' || !(await isFor(tx, setting.audience, uid))) throw wrongState('off');
  // One submission of a person after the other: the count of a day holds.
  await sql`select pg_advisory_xact_lock(hashtext('phone-submission'), hashtext(${uid}))`.execute(tx);
  const source = await sourceOwning(tx, uid, 'mobile');
  if (source !== undefined) throw new Refusal(11053, { name: source });
  const former = await mobileOf(tx, uid);
  assertNumber(number, { former, ...setting });
  const now = services.now();
  await assertNotTooMany(tx, uid, now);
  await tx
    .updateTable('phone_submission')
    .set({ state: 'expired', code_mac: null, updated_at: now, updated_by: uid })
    .where('employee_id', '=', uid)
    .where('state', 'in', ['submitted', 'waiting'])
    .execute();
  const id = newId();
  const state = ({ none: 'applied', sms: 'submitted', approval: 'waiting' } as const)[setting.proof];
  const secret = setting.proof === 'sms' ? String(randomInt(1_000_000)).padStart(6, '0') : undefined;
  await tx
    .insertInto('phone_submission')
    .values({
      id,
      employee_id: uid,
      number,
      former,
      proof: setting.proof,
      state,
      code_mac: secret === undefined ? null : macOf(services, id, secret).toString('base64'),
      code_ends_at: secret === undefined ? null : now + codeMillis,
      tries: 0,
      reason: null,
      submitted_at: now,
      decided_at: state === 'applied' ? now : null,
      decided_by: null,
      version: 1,
      created_at: now,
      created_by: uid,
      updated_at: now,
      updated_by: uid,
    })
    .execute();
  caller.touch({ kind: 'phoneSubmission', id, name: caller.name });
  if (state === 'applied') await setMobile(tx, caller, { id: uid, mobile: number });
  // In the transaction of the submission: what fails leaves nothing behind.
  if (secret !== undefined) await queueCode(tx, services, { number, code: secret, endsAt: now + codeMillis });
  return { id, state };
}

interface Rules {
  former: string | null;
  regions: readonly string[];
  only_when_empty: boolean;
}

function assertNumber(number: string, { former, regions, only_when_empty: onlyWhenEmpty }: Rules): void {
  const issue = (key: string): InvalidInput => new InvalidInput([{ path: 'number', namespace: 'terminal-settings', key }]);
  if (!mobile().safeParse(number).success) throw issue('issue.number');
  if (regions.length > 0 && !regions.some((region) => number.startsWith(region))) throw issue('issue.region');
  if (onlyWhenEmpty && former !== null) throw issue('issue.hasNumber');
  if (number === former) throw issue('issue.sameNumber');
}

async function assertNotTooMany(tx: Tx, uid: string, now: number): Promise<void> {
  const recent = await tx
    .selectFrom('phone_submission')
    .select('submitted_at')
    .where('employee_id', '=', uid)
    .where('submitted_at', '>', now - dayMillis)
    .orderBy('submitted_at', 'desc')
    .limit(mostPerDay)
    .execute();
  const oldest = recent[mostPerDay - 1];
  if (!oldest) return;
  const seconds = Math.ceil((oldest.submitted_at + dayMillis - now) / 1000);
  throw new Refusal(code.tooMany, { seconds }, { retryAfter: seconds });
}

const macOf = (services: Pick<Services, 'secrets'>, id: string, text: string): Buffer =>
  services.secrets.mac('phone-code', `${id}:${text}`);

/**
 * A person proves a number by the code that was sent to it. Each try counts before it is compared, and stays counted: three wrong ones end
 * the submission, whatever comes at once. Refuses with 11054.
 */
export async function verifyPhone(call: Pick<Call, 'db' | 'caller' | 'services' | 'write'>, text: string): Promise<void> {
  const { db, caller, services } = call;
  const now = services.now();
  const row = await db
    .updateTable('phone_submission')
    .set((update) => ({ tries: update('tries', '+', 1) }))
    .where('employee_id', '=', caller.uid)
    .where('state', '=', 'submitted')
    .where('tries', '<', mostTries)
    .where('code_ends_at', '>', now)
    .returning(['id', 'number', 'tries', 'code_mac'])
    .executeTakeFirst();
  if (!row?.code_mac) throw new Refusal(11054, { n: 0 }, { left: 0 });
  const right = isSame(macOf(services, row.id, text), Buffer.from(row.code_mac, 'base64'));
  if (!right) throw new Refusal(11054, { n: mostTries - row.tries }, { left: mostTries - row.tries });
  await call.write(async (tx) => {
    const applied = await tx
      .updateTable('phone_submission')
      .set({ state: 'applied', code_mac: null, decided_at: now, updated_at: now, updated_by: caller.uid, version: 2 })
      .where('id', '=', row.id)
      .where('state', '=', 'submitted')
      .executeTakeFirst();
    // The same code twice at once: one of them is the first.
    if (applied.numUpdatedRows === 0n) throw wrongState('applied');
    caller.touch({ kind: 'phoneSubmission', id: row.id, name: caller.name });
    await setMobile(tx, caller, { id: caller.uid, mobile: row.number });
  });
}

/** Ends submissions whose code was never entered. */
export async function expireSubmissions(db: Db, now: number): Promise<void> {
  await db
    .updateTable('phone_submission')
    .set({ state: 'expired', code_mac: null, updated_at: now })
    .where('state', '=', 'submitted')
    .where('submitted_at', '<', now - openMillis)
    .execute();
}
