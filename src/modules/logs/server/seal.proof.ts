import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { AuditSealTable } from '#kit/server/audit/audit.table.ts';
import { dayName } from '#kit/server/audit/day-root.ts';
import { gapAt } from '#kit/server/audit/gaps.ts';
import { proveRow, type RowProof } from '#kit/server/audit/prove-row.ts';
import { linkOf, sealedText, type Stream } from '#kit/server/audit/streams.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound } from '#kit/server/refusal.ts';
import type { ProofFile, sealProof } from '../common/seal.contract.ts';
import { findRow } from './operation/operation.detail.ts';
import { dayMillis } from './seal.streams.ts';

/** What one row of the operation log is proved by. */
export async function proofOf(call: Call, request: Parsed<typeof sealProof>): Promise<Reply<typeof sealProof>> {
  const { db, services } = call;
  const row = await findRow(call, request);
  const { rows } = await sealedText('audit_log', row).execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  const proof = { id: row.id, text: found.text, digest: found.digest.toString('hex') };
  const seal = await sealOf(db, 'audit_log', { tx: found.tx, id: row.id });
  if (!seal) return { ...proof, seal: null };
  const before = await hashAt(db, seal.seq - 1);
  const keyId = await keyAt(db, seal.seq);
  const dayEnd = await db
    .selectFrom('audit_day')
    .selectAll()
    .where('stream', '=', 'audit_log')
    .where('day', '=', seal.day)
    .executeTakeFirst();
  const proved = await proveRow(db, 'audit_log', seal.seq);
  const file = typeof proved === 'string' ? null : fileOf(call, { ...proof, seq: seal.seq }, proved);
  const link = linkOf(services.secrets, { before, seq: seal.seq, row: { id: row.id, digest: found.digest } }, keyId ?? undefined);
  return {
    ...proof,
    seal: {
      seq: seal.seq,
      day: seal.day * dayMillis,
      before: before.toString('hex'),
      hash: seal.hash.toString('hex'),
      keyId,
      fits: link.equals(seal.hash),
      file,
      noFile: typeof proved === 'string' ? proved : null,
      dayEnd: dayEnd
        ? { seq: dayEnd.seq, hash: dayEnd.hash.toString('hex'), signature: dayEnd.mac.toString('hex'), keyId: dayEnd.key_id }
        : null,
    },
  };
}

/** The proof as it is taken away; it says itself how it is checked. */
function fileOf({ caller, services }: Call, row: { text: string; digest: string; seq: number }, proof: RowProof): ProofFile {
  const howTo = services.texts.text(caller.language, 'logs', 'seal.howToCheck');
  return {
    format: 'wheelhouse-proof-1',
    text: row.text,
    digest: row.digest,
    seq: row.seq,
    block: proof.block,
    path: pathOf(proof),
    day: dayOf(proof),
    publicKey: proof.key.pem,
    howToCheck: howTo.split('\n'),
  };
}

/** The way of a row to the root of its day, as it is taken away. */
export const pathOf = ({ path }: RowProof): ProofFile['path'] => path.map(({ side, hash }) => ({ side, hash: hash.toString('hex') }));

/** The signed day of a row, as it is taken away. */
export function dayOf({ day, signed }: RowProof): ProofFile['day'] {
  return {
    log: day.stream,
    day: dayName(day.day),
    rows: `${day.first_seq}-${day.last_seq}`,
    root: day.root.toString('hex'),
    previousRoot: day.previous_root.toString('hex'),
    signed,
    signature: day.signature.toString('base64'),
    keyId: day.key_id,
  };
}

/** Seals stand in the order of transaction and id: the one of a row is found by halving, without an index that each seal would have to be written to. */
export async function sealOf(db: Db, stream: Stream, row: { tx: number; id: string }): Promise<AuditSealTable | undefined> {
  const head = await db.selectFrom('audit_head').select('seq').where('stream', '=', stream).executeTakeFirst();
  let [low, high] = [1, head?.seq ?? 0];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const seal = await sealAt(db, stream, middle);
    if (!seal) {
      // A run whose rows went: the seal stands before or after all of it.
      const gap = await gapAt(db, stream, middle);
      if (!gap) return undefined;
      const after = row.tx - gap.tx || (row.id > gap.row_id ? 1 : -1);
      if (after > 0) low = gap.to_seq + 1;
      else high = gap.from_seq - 1;
      continue;
    }
    const order = seal.tx - row.tx || (seal.row_id < row.id ? -1 : seal.row_id > row.id ? 1 : 0);
    if (order === 0) return seal;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

const sealAt = (db: Db, stream: Stream, seq: number): Promise<AuditSealTable | undefined> =>
  db.selectFrom('audit_seal').selectAll().where('stream', '=', stream).where('seq', '=', seq).executeTakeFirst();

async function hashAt(db: Db, seq: number): Promise<Buffer> {
  return (await sealAt(db, 'audit_log', seq))?.hash ?? (await gapAt(db, 'audit_log', seq))?.hash ?? Buffer.alloc(32);
}

/** The key is noted where it changes. */
async function keyAt(db: Db, seq: number): Promise<string | null> {
  const noted = db.selectFrom('audit_seal').select('key_id').where('stream', '=', 'audit_log').where('key_id', 'is not', null);
  const last = await noted.select('seq').where('seq', '<=', seq).orderBy('seq', 'desc').limit(1).executeTakeFirst();
  const gone = db.selectFrom('audit_gap').select(['to_seq', 'chain_key']).where('stream', '=', 'audit_log').where('to_seq', '<=', seq);
  const gap = await gone.orderBy('to_seq', 'desc').limit(1).executeTakeFirst();
  return (gap && gap.to_seq > (last?.seq ?? 0) ? gap.chain_key : last?.key_id) ?? null;
}
