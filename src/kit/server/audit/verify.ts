import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Db } from '../directory.ts';
import './audit.table.ts';
import { signatureOf, type Stream } from './streams.ts';
import type { Verdict, VerifyRequest } from './verdict.ts';
import { cutOff, knownOf } from './verify-anchors.ts';
import { brokenRoot } from './verify-roots.ts';
import { Walk, type Bounds, type Chain } from './verify-walk.ts';

/** Walks the chain of a stream, from its beginning or from the end of the day before, and names the first row that was changed, removed, added, moved or cut off. */
export async function verifyStream(db: Db, secrets: Secrets, stream: Stream, request: VerifyRequest = {}): Promise<Verdict> {
  for (;;) {
    const gaps = await gapsNow(db, stream);
    const verdict = await verifyOnce({ db, secrets, stream }, request);
    // A month that went, or came back, while the chain was walked is no damage.
    if (!verdict.damage || gaps === (await gapsNow(db, stream))) return verdict;
  }
}

async function gapsNow(db: Db, stream: Stream): Promise<string> {
  const rows = await db.selectFrom('audit_gap').select(['from_seq', 'to_seq']).where('stream', '=', stream).orderBy('from_seq').execute();
  return rows.map(({ from_seq, to_seq }) => `${from_seq}-${to_seq}`).join(' ');
}

async function verifyOnce({ db, secrets, stream }: Chain, given: VerifyRequest): Promise<Verdict> {
  const met = new Set<string>();
  const known: NonNullable<VerifyRequest['known']> = (damage) => {
    if (!given.known?.(damage)) return false;
    met.add(`${damage.what} ${damage.seq}`);
    return true;
  };
  const request = { ...given, known };
  const chain = { db, secrets, stream };
  const elsewhere = await knownOf(chain, request.outside);
  const bounds = await boundsOf(db, stream, request);
  const walk = new Walk(chain, request, elsewhere.blocksFrom);
  const cut = async (end: { seq: number; told: number }): Promise<Verdict['damage']> =>
    bounds.until === null ? cutOff(chain, elsewhere, end, known) : null;
  const begin = async (): Promise<Verdict['damage']> => {
    const damage = await walk.begin(bounds.after);
    return damage && ((await cut({ seq: 0, told: 0 })) ?? damage);
  };
  const end = async (): Promise<Verdict['damage']> => {
    if (bounds.until !== null) return null;
    const damage = await walk.end();
    // A head that does not fit says less than where the chain was cut off.
    return (damage?.what === 'head' ? null : damage) ?? (await cut(walk)) ?? damage;
  };
  const damage =
    (await begin()) ??
    (await walk.run(bounds.until)) ??
    (await end()) ??
    (await verifyDays({ db, secrets, stream }, bounds, known)) ??
    (await brokenRoot(db, stream, { after: bounds.after?.seq ?? 0, until: bounds.until?.seq ?? Number.MAX_SAFE_INTEGER }, known));
  return {
    stream,
    checked: walk.checked,
    unsealed: damage || bounds.until !== null ? 0 : await walk.unsealed(),
    known: met.size,
    damage,
  };
}

/** Places of whole days: where the end of a day was not noted, more is verified and not less. */
async function boundsOf(db: Db, stream: Stream, { fromDay, toDay }: VerifyRequest): Promise<Bounds> {
  const ends = db.selectFrom('audit_day').select(['day', 'seq']).where('stream', '=', stream).limit(1);
  const after = fromDay === undefined ? undefined : await ends.where('day', '<', fromDay).orderBy('day', 'desc').executeTakeFirst();
  const until = toDay === undefined ? undefined : await ends.where('day', '>=', toDay).orderBy('day').executeTakeFirst();
  return { after: after ?? null, until: until ?? null };
}

async function verifyDays(
  { db, secrets, stream }: Chain,
  { after, until }: Bounds,
  known: NonNullable<VerifyRequest['known']>,
): Promise<Verdict['damage']> {
  const days = await db
    .selectFrom('audit_day')
    .leftJoin('audit_seal', (join) =>
      join.onRef('audit_seal.stream', '=', 'audit_day.stream').onRef('audit_seal.seq', '=', 'audit_day.seq'),
    )
    // A day whose rows went keeps its signed end.
    .leftJoin('audit_gap', (join) =>
      join
        .onRef('audit_gap.stream', '=', 'audit_day.stream')
        .onRef('audit_gap.from_seq', '<=', 'audit_day.seq')
        .onRef('audit_gap.to_seq', '>=', 'audit_day.seq'),
    )
    .select(['audit_day.day', 'audit_day.seq', 'audit_day.hash', 'audit_day.mac', 'audit_day.key_id', 'audit_seal.hash as sealed'])
    .select(['audit_gap.to_seq as gone', 'audit_gap.hash as gap_hash'])
    .where('audit_day.stream', '=', stream)
    .where('audit_day.day', '>=', after?.day ?? 0)
    .where('audit_day.seq', '<=', until?.seq ?? Number.MAX_SAFE_INTEGER)
    .orderBy('audit_day.day')
    .execute();
  const bad = days.find(
    (day) =>
      (!(day.sealed?.equals(day.hash) ?? (day.gone !== null && (day.gone !== day.seq || (day.gap_hash?.equals(day.hash) ?? false)))) ||
        !signatureOf(secrets, `${stream} ${day.day}`, day, day.key_id).equals(day.mac)) &&
      !known({ what: 'day', seq: day.seq }),
  );
  return bad ? { what: 'day', seq: bad.seq, rowId: null, at: null, day: bad.day } : null;
}
