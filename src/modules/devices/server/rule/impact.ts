import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import { tryingCaller } from '#kit/server/change/dry-run.ts';
import type { Fields, Kind, Operation } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import type { Services } from '#kit/server/services.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import { refusedNow, type KeptOut, type RefusedNow } from './refused-now.ts';

/** Whom a change shuts out, and whom it lets in again. */
export interface Impact {
  readonly people: number;
  readonly devices: number;
  /** Devices that a check locks at their next check-in. */
  readonly locked: number;
  /** Devices that may sign in again. */
  readonly opened: number;
  /** Bindings that end because nobody used them for too long. */
  readonly unbound: number;
  readonly sample: readonly KeptOut[];
  readonly byStep: readonly { readonly step: number; readonly devices: number }[];
  /** Not every device was looked at; counts are put up to all of them. */
  readonly estimated: boolean;
}

const mostSampled = 20;
const dayMillis = 86_400_000;

interface Standing extends RefusedNow {
  readonly unused: number;
}

async function standing(db: Db, now: number): Promise<Standing> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from device_binding b join bind_rule r on r.id = b.rule_id
    where b.state = 'bound' and r.unused_days > 0 and coalesce(b.last_used_at, b.bound_at) < ${now} - r.unused_days::bigint * ${dayMillis}`.execute(
    db,
  );
  return { ...(await refusedNow(db, now)), unused: Number(rows[0]?.n ?? 0) };
}

function between(before: Standing, after: Standing): Impact {
  const out = [...after.out].filter(([binding]) => !before.out.has(binding)).map(([, kept]) => kept);
  const opened = [...before.out.keys()].filter((binding) => !after.out.has(binding)).length;
  // Where there are too many, those that were used last stand for the others.
  const scale = after.looked === 0 ? 1 : 1 + after.unseen / after.looked;
  const all = (n: number): number => Math.round(n * scale);
  const steps = Map.groupBy(out, ({ step }) => step);
  return {
    people: all(new Set(out.map(({ empId }) => empId)).size),
    devices: all(out.length),
    locked: all(out.filter(({ code }) => code === 18027).length),
    opened: all(opened),
    unbound: Math.max(0, after.unused - before.unused),
    sample: out.slice(0, mostSampled),
    byStep: [...steps].map(([step, those]) => ({ step, devices: all(those.length) })).toSorted((one, other) => one.step - other.step),
    estimated: after.unseen > 0,
  };
}

class TakenBack extends Error {}

/** Previews a change in a transaction that is rolled back: whom it would shut out. Refusals of the change come through. */
export async function impactOf(
  { database, now }: Pick<Services, 'database' | 'now'>,
  caller: Caller,
  work: (tx: Tx, trying: Caller) => Promise<unknown>,
): Promise<Impact> {
  const found: { impact?: Impact } = {};
  try {
    await database.db.transaction().execute(async (tx) => {
      // Others wait for what it locks.
      await sql`select set_config('lock_timeout', '2s', true), set_config('statement_timeout', '10s', true)`.execute(tx);
      const before = await standing(tx, now());
      await work(tx, tryingCaller(caller));
      found.impact = between(before, await standing(tx, now()));
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
  return found.impact!;
}

/** The same where a transaction is under way already: what the operations would do is looked at and put back. */
export async function impactOfWrite(
  tx: Tx,
  { write }: Pick<Kind, 'write'>,
  { caller, operations }: { caller: Caller; operations: readonly Operation<Fields>[] },
): Promise<Record<string, number>> {
  const now = clock.now();
  const before = await standing(tx, now);
  await sql`savepoint before_impact`.execute(tx);
  try {
    await write(tx, caller, operations);
    const { people, unbound } = between(before, await standing(tx, now));
    return { ...(people > 0 && { loseSignIn: people }), ...(unbound > 0 && { devices: unbound }) };
  } catch (error) {
    // What the rules of the change refuse is said where it is done.
    if (error instanceof Refusal) return {};
    throw error;
  } finally {
    await sql`rollback to savepoint before_impact`.execute(tx);
  }
}

const [share, floor] = [0.05, 10];

/** What is only tried changes nothing: it needs no number, but tells it. */
const isTried = ({ request }: Pick<Call, 'request'>): boolean => (request.body as { dryRun?: unknown } | null)?.dryRun === true;

/**
 * Runs a change; one that shuts out more than a twentieth of the people (and more than ten) is done only with the number that was shown.
 * `least`: from how many on it is asked for, where it is always.
 */
export async function withShownEffect(
  tx: Tx,
  { call, expected, least }: { call: Pick<Call, 'request'>; expected: number | undefined; least?: number },
  work: () => Promise<void>,
): Promise<void> {
  if (isTried(call)) return work();
  const now = clock.now();
  const before = await standing(tx, now);
  await work();
  const { people } = between(before, await standing(tx, now));
  if (people < (least ?? (await allowedSilently(tx)))) return;
  if (expected !== people) throw new Refusal(18060, { n: people }, { people, field: 'expected' });
}

async function allowedSilently(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from employee where status = 'active'`.execute(tx);
  return Math.max(floor, Math.floor(Number(rows[0]?.n ?? 0) * share)) + 1;
}
