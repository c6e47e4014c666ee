import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { sealedText, type Stream } from '#kit/server/audit/streams.ts';
import { openProver, type NoProof, type RowProof } from '#kit/server/audit/prove-row.ts';
import type { AuditSealTable } from '#kit/server/audit/audit.table.ts';
import type { Db } from '#kit/server/directory.ts';
import { keepMade, temporary } from '#kit/server/files/files.ts';
import type { JobContext } from '#kit/server/services.ts';
import type { ExportedLog } from '../common/export.contract.ts';
import { dayOf, pathOf, sealOf } from './seal.proof.ts';

/** A row that was exported. */
export interface TakenRow {
  id: string;
  at: number;
}

interface Exported {
  log: ExportedLog;
  file: { name: string; hash: string };
  rows: readonly TakenRow[];
}

/** Why a row has no proof: beside the reasons of sealing, that it waits for its seal or went meanwhile. */
type Unproved = NoProof | 'waiting' | 'gone';

/** Writes what proves the rows of an export to a file beside it; answers its id. */
export async function keepProof(context: Pick<JobContext, 'services' | 'caller' | 'signal'>, exported: Exported): Promise<string> {
  const { services, caller } = context;
  const file = await keepMade(services, Readable.from(proofText(context, exported), { objectMode: false }), {
    name: exported.file.name.replace(/\.\w+$/, '.proof.json'),
    type: 'application/json',
    purpose: 'export',
    owner: caller.uid,
    keepMillis: temporary,
  });
  return file.id;
}

/** A proof of all rows as JSON, row by row: days and keys stand in it once. */
async function* proofText({ services, caller, signal }: Pick<JobContext, 'services' | 'caller' | 'signal'>, { log, file, rows }: Exported) {
  const { db } = services.database;
  const stream: Stream = log === 'operation' ? 'audit_log' : 'login_log';
  const [prove, seals] = [openProver(db, stream), sealFinder(db, stream)];
  const days = new Map<string, ReturnType<typeof dayOf>>();
  const keys = new Map<string, string>();
  const unproved: { id: string; reason: Unproved }[] = [];
  const head = { format: 'wheelhouse-proof-set-1', export: { name: file.name, sha256: file.hash, rows: rows.length } };
  yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},"rows":[`);
  let separator = '\n';
  for (const row of await inOrder(db, stream, rows)) {
    signal.throwIfAborted();
    const seal = row.tx === null ? undefined : await seals({ tx: row.tx, id: row.id });
    const proof: RowProof | Unproved = row.tx === null ? 'gone' : seal ? await prove(seal) : 'waiting';
    const { rows: found } = await sealedText(stream, row).execute(db);
    if (typeof proof === 'string' || !seal || !found[0]) {
      unproved.push({ id: row.id, reason: typeof proof === 'string' ? proof : 'gone' });
      continue;
    }
    const day = dayOf(proof);
    days.set(day.day, day);
    keys.set(day.keyId, proof.key.pem);
    const { text, digest } = found[0];
    const proved = { id: row.id, text, digest: digest.toString('hex'), seq: seal, block: proof.block, path: pathOf(proof), day: day.day };
    yield Buffer.from(`${separator}${JSON.stringify(proved)}`);
    separator = ',\n';
  }
  const words = (key: 'seal.howToCheck' | 'export.howToCheck'): string[] => services.texts.text(caller.language, 'logs', key).split('\n');
  const tail = {
    unproved,
    days: Object.fromEntries(days),
    publicKeys: Object.fromEntries(keys),
    howToCheck: [...words('export.howToCheck'), ...words('seal.howToCheck')],
  };
  yield Buffer.from(`\n],${JSON.stringify(tail).slice(1)}\n`);
}

interface Placed extends TakenRow {
  tx: number | null;
}

/** The rows in the order of sealing, so that each is found near the one before. */
async function inOrder(db: Db, stream: Stream, rows: readonly TakenRow[]): Promise<Placed[]> {
  const { rows: placed } = await sql<Placed>`select asked.id, asked.at, tx
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ at }) => at)}::bigint[]) as asked(id, at)
    left join ${sql.table(stream)} as log on log.id = asked.id and log.at = asked.at order by tx, asked.id`.execute(db);
  return placed;
}

/** Seals that are read at once. */
const window = 500;

/** Finds the places of rows in their chain; rows in its order are found in what was read for the one before. */
function sealFinder(db: Db, stream: Stream): (row: { tx: number; id: string }) => Promise<number | undefined> {
  let known = new Map<string, number>();
  let end = 0;
  const read = async (from: number): Promise<void> => {
    const seals: Pick<AuditSealTable, 'seq' | 'row_id'>[] = await db
      .selectFrom('audit_seal')
      .select(['seq', 'row_id'])
      .where('stream', '=', stream)
      .where('seq', '>=', from)
      .where('seq', '<', from + window)
      .execute();
    known = new Map(seals.map(({ seq, row_id }) => [row_id, seq]));
    end = from + window;
  };
  return async (row) => {
    const near = known.get(row.id);
    if (near !== undefined) return near;
    if (end > 0) await read(end);
    const next = known.get(row.id);
    if (next !== undefined) return next;
    const seal = await sealOf(db, stream, row);
    if (seal) await read(seal.seq);
    return seal?.seq;
  };
}
