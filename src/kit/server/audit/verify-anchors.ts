import type { Anchor } from './anchor.table.ts';
import { isOurs, stands } from './anchor.ts';
import { signedText } from './day-root.ts';
import { goneRows } from './gaps.ts';
import { isSigned, publicKeys } from './signing-key.ts';
import { signatureOf } from './streams.ts';
import type { Outside, Verdict, VerifyRequest } from './verdict.ts';
import type { Chain } from './verify-walk.ts';

/** What is known of how far a chain goes, from elsewhere than the chain. Read it before the chain, which only grows. */
export interface Known {
  readonly anchors: readonly Anchor[];
  /** From this place on every row has a block. */
  readonly blocksFrom: number | undefined;
  /** What was written by somebody else. */
  readonly forged: NonNullable<Verdict['damage']> | null;
}

const forgedAt = (seq: number): NonNullable<Verdict['damage']> => ({ what: 'head', seq, rowId: null, at: null, day: null });

/** Anchors of the database and of the data folder. */
export async function knownOf({ db, secrets, stream }: Chain, outside: Outside | undefined): Promise<Known> {
  const rows = await db.selectFrom('audit_anchor').selectAll().where('stream', '=', stream).orderBy('no').execute();
  const anchors = [...rows, ...(outside?.anchors ?? []).filter((one) => one.stream === stream)].toSorted((a, b) => b.seq - a.seq);
  const bad = rows.find((row) => !isOurs(secrets, row));
  const blocks = anchors.flatMap(({ blocks_from }) => blocks_from ?? []);
  return {
    anchors,
    blocksFrom: blocks.length > 0 ? Math.min(...blocks) : undefined,
    forged: bad ? forgedAt(bad.seq) : outside?.forged ? forgedAt(0) : null,
  };
}

/** Where the walk over a chain ended. */
interface End {
  seq: number;
  /** Up to where the signed end of the chain itself told of rows that are gone. */
  told: number;
}

/** The first damage that is known from elsewhere: an end that was cut off, with the last place that is known of it. */
export async function cutOff(
  chain: Chain,
  { anchors, forged }: Known,
  end: End,
  known: NonNullable<VerifyRequest['known']>,
): Promise<Verdict['damage']> {
  if (forged && !known(forged)) return forged;
  for (const { seq, hash, at, day } of anchors) {
    if (seq <= end.told || (await stands(chain.db, { stream: chain.stream, seq, hash }))) continue;
    const damage = cutAt({ seq, at, day });
    if (!known(damage)) return damage;
  }
  const signed = await signedPlace(chain, Math.max(end.seq, end.told));
  const damage = signed && cutAt(signed);
  return damage && !known(damage) ? damage : null;
}

const cutAt = ({ seq, at, day }: { seq: number; at: number | null; day: number }): NonNullable<Verdict['damage']> => ({
  what: 'truncated',
  seq,
  rowId: null,
  at: null,
  day,
  last: { seq, at },
});

/** The last place behind the end of a chain of which a signed day tells. */
async function signedPlace(
  { db, secrets, stream }: Chain,
  end: number,
): Promise<{ seq: number; at: number | null; day: number } | undefined> {
  const root = await db
    .selectFrom('audit_root')
    .selectAll()
    .where('stream', '=', stream)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  const keys = root && root.last_seq > end ? await publicKeys(db) : [];
  const isRoot =
    root &&
    isSigned(
      keys.find(({ id }) => id === root.key_id),
      signedText(root),
      root.signature,
    );
  const day = await db.selectFrom('audit_day').selectAll().where('stream', '=', stream).orderBy('day', 'desc').limit(1).executeTakeFirst();
  const isDay = day && day.seq > end && signatureOf(secrets, `${stream} ${day.day}`, day, day.key_id).equals(day.mac);
  const places = [
    ...(isRoot ? [{ seq: root.last_seq, at: root.signed_at, day: root.day }] : []),
    ...(isDay ? [{ seq: day.seq, at: null, day: day.day }] : []),
  ].toSorted((a, b) => b.seq - a.seq);
  const [last] = places;
  return last && (await goneRows(db, stream, { first: last.seq, last: last.seq })) === 0 ? last : undefined;
}
