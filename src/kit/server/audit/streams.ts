import { sql, type RawBuilder } from 'kysely';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { AuditGapTable } from './audit.table.ts';

/** What is sealed: the audited calls, the journal, sign-ins, and who looked at what. */
export const streams = ['audit_log', 'change_operation', 'login_log', 'read_log'] as const;
export type Stream = (typeof streams)[number];

/**
 * A row as it was sealed, as text. The columns are named one by one, so that a column added later does not change what was sealed
 * (rows of form 1 are older than the columns at the end; one that has any of them is hashed with them and so no longer fits its seal);
 * jsonb writes itself the same way on every PostgreSQL. A line of the journal carries who, why, when and from where of its batch, which
 * never change; lines of form 1 are older and were sealed without. A form is part of what is hashed: none can be made the other.
 */
const written: Readonly<Record<Stream, RawBuilder<string>>> = {
  audit_log: sql`(case when form = 1 and num_nonnulls(session_id, actor_kind, actor_paths, object_path, dangerous) = 0
    then jsonb_build_array(id, at, tx, uid, account, name, address, user_agent, request_id, operation, path, module, object_kind, object_id, object_name, object_count, batch_id, detail, code, duration_ms)
    else jsonb_build_array(form, id, at, tx, uid, account, name, address, user_agent, request_id, operation, path, module, object_kind, object_id, object_name, object_count, batch_id, detail, code, duration_ms, session_id, actor_kind, actor_paths::text[], object_path::text, dangerous) end)::text`,
  change_operation: sql`(case when form = 1
    then jsonb_build_array(id, batch_id, seq, at, tx, kind, object_id, object_name, path::text, action, before, after, version_before, version_after)
    else jsonb_build_array(form, id, batch_id, seq, at, tx, kind, object_id, object_name, path::text, action, before, after, version_before, version_after,
      (select jsonb_build_array(b.at, b.uid, b.name, b.address, b.request_id, b.operation, b.reason, b.source, b.revert_of) from change_batch b where b.id = batch_id)) end)::text`,
  login_log: sql`jsonb_build_array(id, at, tx, side, event, result, reason, account, account_hash, uid, name, paths::text[], kind, factor, session_id, address, user_agent, platform, app_id, app_version, os_version, device_id, device_model, network_kind, flags, count)::text`,
  read_log: sql`jsonb_build_array(id, at, tx, uid, account, name, paths::text[], area, query, rows_seen, object_ids, file_id, bytes, reason, request_id, session_id, address, count)::text`,
};

/** SHA-256 of that text. */
const digestOf = (stream: Stream): RawBuilder<Buffer> => sql`sha256(convert_to(${written[stream]}, 'UTF8'))`;

/** A row of a log as the text that is hashed for its seal, with the hash. */
export const sealedText = (stream: Stream, row: { id: string; at: number }): RawBuilder<{ tx: number; text: string; digest: Buffer }> =>
  sql`select tx, ${written[stream]} as text, ${digestOf(stream)} as digest from ${sql.table(stream)} where id = ${row.id}::uuid and at = ${row.at}`;

/** Whole rows from one place of the chain to another, in the order of sealing, each with its hash. */
export const sealedRows = <Row>(
  stream: Stream,
  from: { tx: number; id: string },
  to: { tx: number; id: string },
): RawBuilder<Row & { id: string; digest: Buffer }> =>
  sql`select *, ${digestOf(stream)} as digest from ${sql.table(stream)} where tx between ${from.tx} and ${to.tx}
    and (tx, id) >= (${from.tx}, ${from.id}::uuid) and (tx, id) <= (${to.tx}, ${to.id}::uuid) order by tx, id`;

/** A row as far as sealing needs it. */
export interface SealedRow {
  id: string;
  at: number;
  tx: number;
  digest: Buffer;
}

/** Rows after a place in the order of sealing (writing transaction, then id), of transactions before `before`. */
export function rowsAfter(stream: Stream, place: { tx: number; id: string }, limit: number, before?: number): RawBuilder<SealedRow> {
  // Only the chosen rows are hashed: hashing before sorting would hash all that wait.
  return sql<SealedRow>`select id, at, tx, ${digestOf(stream)} as digest from (
    select * from ${sql.table(stream)} where (tx, id) > (${place.tx}, ${place.id}::uuid) and tx >= ${place.tx} ${before === undefined ? sql`` : sql`and tx < ${before}`}
    order by tx, id limit ${limit}) as chosen order by tx, id`;
}

/** Rows of a piece of the chain: after one place, up to another. */
interface Span {
  after: { tx: number; id: string };
  end: { tx: number; id: string };
  limit: number;
}

const chosenIn = (stream: Stream, { after, end, limit }: Span): RawBuilder<unknown> =>
  sql`select * from ${sql.table(stream)} where tx between ${after.tx} and ${end.tx}
    and (tx, id) > (${after.tx}, ${after.id}::uuid) and (tx, id) <= (${end.tx}, ${end.id}::uuid) order by tx, id limit ${limit}`;

/** Rows of a piece of the chain, in the order of sealing. */
export const rowsBetween = (stream: Stream, span: Span): RawBuilder<SealedRow> =>
  sql<SealedRow>`select id, at, tx, ${digestOf(stream)} as digest from (${chosenIn(stream, span)}) as chosen order by tx, id`;

/** Rows as bytes one after another: ids of 16, transactions of 8, digests of 32. */
export interface RowBytes {
  count: number;
  ids: Buffer;
  txs: Buffer;
  digests: Buffer;
}

/** The same as bytes: one value instead of thousands, which takes a tenth of the time to read. */
export const rowsAsBytes = (stream: Stream, span: Span): RawBuilder<RowBytes> =>
  sql<RowBytes>`select count(*)::int as count, coalesce(string_agg(uuid_send(id), ''::bytea order by tx, id), '') as ids,
      coalesce(string_agg(int8send(tx), ''::bytea order by tx, id), '') as txs, coalesce(string_agg(digest, ''::bytea order by tx, id), '') as digests
    from (select id, tx, ${digestOf(stream)} as digest from (${chosenIn(stream, span)}) as chosen) as hashed`;

/** Before every row. */
export const beginning = { seq: 0, tx: -1, id: '00000000-0000-0000-0000-000000000000', hash: Buffer.alloc(32) };

const purpose = 'audit';

/** The next link: binds the row to the hash of all before it. */
export function linkOf(
  secrets: Secrets,
  { before, seq, row }: { before: Buffer; seq: number; row: Pick<SealedRow, 'id' | 'digest'> },
  keyId?: string,
): Buffer {
  return linkOfBytes(secrets, { before, seq, id: Buffer.from(row.id.replaceAll('-', ''), 'hex'), digest: row.digest }, keyId);
}

/** The same where the id is at hand as bytes. */
export function linkOfBytes(
  secrets: Secrets,
  { before, seq, id, digest }: { before: Buffer; seq: number; id: Buffer; digest: Buffer },
  keyId?: string,
): Buffer {
  const bound = Buffer.allocUnsafe(88);
  before.copy(bound, 0);
  bound.writeBigUInt64BE(BigInt(seq), 32);
  id.copy(bound, 40);
  digest.copy(bound, 56);
  return secrets.mac(purpose, bound, keyId);
}

/** Signature of how far a chain goes, of a whole stream or of one of its days. */
export function signatureOf(secrets: Secrets, what: string, end: { seq: number; hash: Buffer }, keyId?: string): Buffer {
  return secrets.mac(purpose, JSON.stringify([what, end.seq, end.hash.toString('hex')]), keyId);
}

/** A run of the chain whose rows went: what its signature binds. */
export type Gap = Omit<AuditGapTable, 'mac' | 'key_id'>;

/** Signature of a gap: only this installation can say that rows went after their time. */
export function gapSignature(secrets: Secrets, gap: Gap, keyId?: string): Buffer {
  const { stream, from_seq, to_seq, hash_before, hash, tx, row_id, chain_key, part } = gap;
  const said = ['gap', stream, from_seq, to_seq, hash_before.toString('hex'), hash.toString('hex'), tx, row_id, chain_key, part];
  return secrets.mac(purpose, JSON.stringify(said), keyId);
}
