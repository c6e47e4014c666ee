import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Stream } from '#kit/server/audit/streams.ts';
import type { VerifyRequest } from '#kit/server/audit/verdict.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { wrongState } from '#kit/server/refusal.ts';
import type { BadRow, SealedLog, sealState } from '../common/seal.contract.ts';
import { badKindOf, dayMillis, logOf } from './seal.streams.ts';
import './seal.table.ts';

type Place = Pick<BadRow, 'log' | 'seq' | 'kind'>;
const nameOf = ({ log, seq, kind }: Place): string => `${log} ${seq} ${kind}`;

/** What auditors wrote about damage, by where it is. */
export async function statementsNow(db: Db): Promise<(place: Place) => NonNullable<BadRow['statement']> | null> {
  const rows = await db.selectFrom('seal_statement').selectAll().execute();
  const byPlace = new Map(rows.map((row) => [nameOf(row), { text: row.text, name: row.name, at: row.at }]));
  return (place) => byPlace.get(nameOf(place)) ?? null;
}

/** Days of logs about whose damage somebody wrote. */
export async function statedDays(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('seal_statement').select(['log', 'day']).where('day', 'is not', null).execute();
  return new Set(rows.map(({ log, day }) => `${log}.${day}`));
}

/** Damage of a chain that is known: the walk goes on behind it. */
export async function knownDamage(db: Db, stream: Stream): Promise<NonNullable<VerifyRequest['known']>> {
  const statementOf = await statementsNow(db);
  const log = logOf(stream);
  return ({ what, seq }) =>
    statementOf({ log, seq, kind: badKindOf[what] }) !== null ||
    // So an end that was cut off was called in statements of earlier versions.
    (what === 'truncated' && statementOf({ log, seq, kind: 'missing' }) !== null);
}

/** Whether rows may lie in a log that have no seal: put in by somebody, or sealed by what is lost. */
export async function hasUnsealed(db: Db, stream: Stream): Promise<boolean> {
  const found = await db
    .selectFrom('seal_statement')
    .select('id')
    .where('log', '=', logOf(stream))
    .where('kind', 'in', ['inserted', 'missing', 'cutOff'])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The damage that the latest verification of a log found and nobody has written about; null where there is none. */
export async function openDamage(db: Db, log: SealedLog): Promise<BadRow | null> {
  const run = await db
    .selectFrom('seal_verify')
    .select('findings')
    .where((where) => where.or([where('log', 'is', null), where('log', '=', log)]))
    .where('state', 'in', ['ok', 'broken'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const bad = run?.findings.find((finding) => finding.log === log)?.bad ?? null;
  return bad && (await statementsNow(db))(bad) === null ? bad : null;
}

/** Writes down what is known of damage that the latest verification found; from then on it holds up nothing. 10412 where it is another. */
export async function stateDamage(call: Call, { log, seq, kind, reason }: Parsed<typeof sealState>): Promise<Reply<typeof sealState>> {
  const { services, caller } = call;
  return call.write(async (tx) => {
    const bad = await openDamage(tx, log);
    if (bad === null || bad.seq !== seq || bad.kind !== kind) throw wrongState('verified');
    const id = newId();
    await tx
      .insertInto('seal_statement')
      .values({
        id,
        log,
        seq,
        kind,
        day: bad.day === null ? null : bad.day / dayMillis,
        row_id: bad.rowId,
        text: reason,
        uid: caller.uid,
        name: caller.name,
        at: services.now(),
      })
      .execute();
    caller.note({ log, seq, kind, reason });
    return { id };
  });
}
