import { clock } from '#platform/clock.ts';
import { SecretError } from '#platform/secrets/secret-error.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Db, Tx } from '../directory.ts';
import './anchor.table.ts';
import type { Anchor, AuditAnchorTable } from './anchor.table.ts';
import './audit.table.ts';
import { gapAt } from './gaps.ts';
import type { Stream } from './streams.ts';
import { firstPlace } from './verify-roots.ts';

const purpose = 'audit anchor';

function signatureOf(secrets: Secrets, anchor: Anchor, keyId?: string): Buffer {
  const { stream, no, seq, hash, day, at, blocks_from } = anchor;
  return secrets.mac(purpose, JSON.stringify([stream, no, seq, hash.toString('hex'), day, at, blocks_from]), keyId);
}

/** Whether what was signed is what is there; a key that this process lacks signs nothing. */
function isGenuine(mac: Buffer, signed: () => Buffer): boolean {
  try {
    return signed().equals(mac);
  } catch (error) {
    if (error instanceof SecretError) return false;
    throw error;
  }
}

/** Whether an anchor of the database is as this installation wrote it. */
export const isOurs = (secrets: Secrets, anchor: AuditAnchorTable): boolean =>
  isGenuine(anchor.mac, () => signatureOf(secrets, anchor, anchor.key_id));

interface Move {
  stream: Stream;
  /** The end of the chain from which the sealing went on. */
  from: { seq: number; hash: Buffer } | undefined;
  to: { seq: number; hash: Buffer; day: number };
}

/**
 * Moves the anchor of a stream along, in the transaction that seals: it never leads and never lags. Where the sealing did not go on from
 * the anchor, somebody put the end of the chain back; that anchor stays as it is, to tell so, and another one begins.
 */
export async function moveAnchor(tx: Tx, secrets: Secrets, { stream, from, to }: Move): Promise<void> {
  const last = await tx
    .selectFrom('audit_anchor')
    .selectAll()
    .where('stream', '=', stream)
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst();
  const goesOn = last && from && last.seq === from.seq && last.hash.equals(from.hash) && isOurs(secrets, last);
  const no = goesOn ? last.no : (last?.no ?? 0) + 1;
  const blocks = (goesOn ? last.blocks_from : null) ?? (await firstPlace(tx, stream)) ?? null;
  const anchor: Anchor = { stream, no, ...to, at: clock.now(), blocks_from: blocks };
  const signed = { ...anchor, mac: signatureOf(secrets, anchor), key_id: secrets.keyId };
  if (goesOn) await tx.updateTable('audit_anchor').set(signed).where('stream', '=', stream).where('no', '=', no).execute();
  else await tx.insertInto('audit_anchor').values(signed).execute();
}

/** Whether a chain still holds what was sealed at an anchor, or rows went there after their time. */
export async function stands(db: Db, { stream, seq, hash }: Pick<Anchor, 'stream' | 'seq' | 'hash'>): Promise<boolean> {
  const seal = await db.selectFrom('audit_seal').select('hash').where('stream', '=', stream).where('seq', '=', seq).executeTakeFirst();
  if (seal) return seal.hash.equals(hash);
  const gap = await gapAt(db, stream, seq);
  // The chain's hash is kept for the end of a gap alone; the gap itself is signed.
  return gap !== undefined && (gap.to_seq !== seq || gap.hash.equals(hash));
}

const restoreSignature = (secrets: Secrets, at: number, keyId?: string): Buffer =>
  secrets.mac(purpose, JSON.stringify(['restored', at]), keyId);

/** A signed note that a backup was restored at this moment. */
export const restoreNote = (secrets: Secrets, at: number): { at: number; mac: Buffer; key_id: string } => ({
  at,
  mac: restoreSignature(secrets, at),
  key_id: secrets.keyId,
});

/** When a backup was restored into this database last; null where none ever was. */
export async function restoredAt(db: Db, secrets: Secrets): Promise<number | null> {
  const notes = await db.selectFrom('audit_restore').selectAll().orderBy('at', 'desc').execute();
  return notes.find(({ at, mac, key_id }) => isGenuine(mac, () => restoreSignature(secrets, at, key_id)))?.at ?? null;
}
