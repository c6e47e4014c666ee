import { sql } from 'kysely';
import type { GuardView } from '../common/auth-setting.contract.ts';
import { systemCaller, type Caller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Kind, Operation } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { notFound, Refusal, wrongState } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { writeAudit } from '#kit/server/audit/write-audit.ts';
import { clock } from '#platform/clock.ts';
import type { Back } from './auth-setting/auth-setting.table.ts';
import { guardRolledBack } from './warnings.ts';

/** How long a change holds without having been confirmed. */
const trialMillis = 5 * 60_000;
const rollBackWord = 'authenticate.rollBack';

/** The product takes a change back: its rules do not stand against that. */
export const rollingBack = (caller: Caller): boolean => caller.operation === rollBackWord;

const tryNothing = new WeakSet<Caller>();

/** The same caller, whose changes hold at once: they mean the same people as before. */
export function untried(caller: Caller): Caller {
  const same = { ...caller };
  tryNothing.add(same);
  return same;
}

/** Lets a change hold for five minutes. One at a time: what is tried on top of something untried proves nothing (10412). */
export async function holdChange(
  tx: Tx,
  caller: Caller,
  { kind, operations, fields }: { kind: string; operations: readonly Operation[]; fields: readonly string[] },
): Promise<void> {
  if (operations.length === 0 || tryNothing.has(caller)) return;
  const open = await tx.selectFrom('sign_in_guard').select('id').where('ended_at', 'is', null).executeTakeFirst();
  if (open) throw wrongState('unconfirmed');
  const back = operations.map(({ id, before }) => ({
    id,
    fields: Object.fromEntries(Object.entries(before ?? {}).filter(([name]) => fields.includes(name))),
  }));
  const name = operations.map((operation) => operation.name).join(', ');
  const now = clock.now();
  await sql`insert into sign_in_guard (id, subject, name, back, made_at, made_by, confirm_before)
    values (${newId()}, ${kind}, ${name}, ${JSON.stringify(back)}::jsonb, ${now}, ${caller.uid}, ${now + trialMillis})`.execute(tx);
}

/** The change that waits for its confirmation. */
export async function openGuard(db: Db, caller: Caller): Promise<GuardView | null> {
  const row = await db.selectFrom('sign_in_guard').selectAll().where('ended_at', 'is', null).executeTakeFirst();
  if (!row) return null;
  const { id, confirm_before: confirmBefore, subject, name } = row;
  return { guardId: id, confirmBefore, subject, name, confirmable: await beganAfter(db, caller, row.made_at) };
}

async function beganAfter(db: Db, { sessionId }: Caller, moment: number): Promise<boolean> {
  if (sessionId === null) return false;
  const session = await db.selectFrom('session').select('created_at').where('id', '=', sessionId).executeTakeFirst();
  return session !== undefined && session.created_at > moment;
}

/** Lets the change hold: the session that says so must have begun after it. Refuses with 11021 when it is too late. */
export async function confirmGuard(tx: Tx, caller: Caller, guardId: string): Promise<void> {
  const guard = await lockGuard(tx, guardId);
  if (!(await beganAfter(tx, caller, guard.made_at))) throw wrongState('sameSession');
  await endGuard(tx, guard.id, 'confirmed');
}

/** Lets a change of a kind hold, because what it was to prove was seen: a terminal came by the addresses that it brought. */
export async function confirmSubject(db: Db, subject: string): Promise<void> {
  await db
    .updateTable('sign_in_guard')
    .set({ ended_at: clock.now(), outcome: 'confirmed' })
    .where('subject', '=', subject)
    .where('ended_at', 'is', null)
    .where('confirm_before', '>', clock.now())
    .execute();
}

async function lockGuard(tx: Tx, guardId: string) {
  const guard = await tx.selectFrom('sign_in_guard').selectAll().where('id', '=', guardId).forUpdate().executeTakeFirst();
  if (!guard) throw notFound();
  if (guard.outcome === 'confirmed') throw wrongState('confirmed');
  if (guard.ended_at !== null || guard.confirm_before <= clock.now()) throw new Refusal(11021);
  return guard;
}

/** Takes a change back before its time, by hand. */
export async function undoGuard(tx: Tx, kinds: readonly Kind[], guardId: string): Promise<void> {
  const guard = await lockGuard(tx, guardId);
  await putBack(tx, kinds, guard);
}

async function endGuard(tx: Tx, id: string, outcome: string): Promise<void> {
  await tx.updateTable('sign_in_guard').set({ ended_at: clock.now(), outcome }).where('id', '=', id).execute();
}

async function putBack(tx: Tx, kinds: readonly Kind[], guard: { id: string; subject: string; back: readonly Back[] }): Promise<Caller> {
  const caller = systemCaller(rollBackWord);
  const kind = kinds.find((one) => one.kind === guard.subject);
  const left = await kind?.read(
    tx,
    guard.back.map(({ id }) => id),
    true,
  );
  const changes = guard.back.filter(({ id }) => left?.has(id)).map(({ id, fields }) => ({ id, version: null, fields }));
  if (kind) await changeObjects(tx, caller, kind, changes, { source: 'revert' });
  await endGuard(tx, guard.id, 'rolledBack');
  return caller;
}

/** Takes back what was not confirmed in time; of several nodes one does it. Answers whether something was. */
export async function rollBackExpired(services: Pick<Services, 'database' | 'log' | 'kinds' | 'warnings'>): Promise<boolean> {
  const { db } = services.database;
  const due = await db
    .selectFrom('sign_in_guard')
    .select('id')
    .where('ended_at', 'is', null)
    .where('confirm_before', '<=', clock.now())
    .executeTakeFirst();
  if (!due) return false;
  return db.transaction().execute(async (tx) => {
    const guard = await tx
      .selectFrom('sign_in_guard')
      .selectAll()
      .where('id', '=', due.id)
      .where('ended_at', 'is', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!guard) return false;
    const caller = await putBack(tx, services.kinds, guard);
    await writeAudit(tx, caller, { path: rollBackWord, module: 'sign-in', code: 0, durationMs: 0, batchId: caller.batch() });
    await services.warnings.raise(tx, {
      kind: guardRolledBack.kind,
      object: { kind: guard.subject, id: guard.back[0]?.id ?? guard.id, name: guard.name },
      facts: { subject: guard.subject },
    });
    services.log.warn({ subject: guard.subject }, 'A change of the sign-in was not confirmed in time and was taken back');
    return true;
  });
}
