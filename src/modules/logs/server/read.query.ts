import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { ReadArea } from '#kit/server/audit/read-area.ts';
import '#kit/server/audit/read-log.table.ts';
import type { Range } from '#kit/server/caller.ts';
import { rangeOn } from '#kit/server/change/callers.ts';
import type { Call } from '#kit/server/handle.ts';
import { operationLog } from '../common/permissions.ts';
import type { readList, ReadView } from '../common/read-log.contract.ts';
import { archiveSource } from './cleaning/archive.source.ts';
import { readSlice, type LogSource } from './log-slice.ts';
import { personInRange } from './operation/operation.range.ts';
import { wordsOfLooks } from './read.words.ts';

interface ReadRow {
  id: string;
  at: number;
  uid: string;
  name: string;
  account: string;
  area: ReadArea;
  query: Record<string, z.core.util.JSONType>;
  rows_seen: number;
  count: number;
  object_ids: string[];
  file_id: string | null;
  bytes: number | null;
  reason: string | null;
  address: string;
  request_id: string;
}

const source: LogSource = {
  table: 'read_log',
  columns: sql`id, at, uid, name, account, area, query, rows_seen, count, object_ids, file_id, bytes, reason, address, request_id`,
};

const dayMillis = 86_400_000;

/** Notes that somebody looked: what was asked for without where it was read on. */
export async function noteRead(
  { caller, services }: Call,
  area: ReadArea,
  input: Readonly<Record<string, unknown>>,
  rows: number,
): Promise<void> {
  const query = Object.fromEntries(
    Object.entries(input).filter(([name, value]) => value !== undefined && name !== 'after' && name !== 'pageSize'),
  );
  await services.readLog.note(caller, { area, query, rows });
}

/** A page of who looked at what. Looking at it is noted like every other look. */
export async function listReads(call: Call, input: Parsed<typeof readList>): Promise<Reply<typeof readList>> {
  const { caller, services } = call;
  const { after, pageSize, uid, area } = input;
  const place = await archiveSource(call.db, source, { archive: input.archive, kind: 'read' });
  const to = input.to ?? place.span.to ?? services.now();
  caller.scope();
  const where = [
    readInRange(caller.uid, caller.can(operationLog.button.reads) ? rangeOn(caller, operationLog.button.reads) : undefined),
    ...(uid === undefined ? [] : [sql<boolean>`uid = ${uid}`]),
    ...(area?.length ? [sql<boolean>`area in (${sql.join([...area])})`] : []),
  ];
  const request = { where, from: input.from ?? place.span.from ?? Math.max(0, to - dayMillis), to, slow: false };
  const { rows, ...facts } = await readSlice<ReadRow>(call.db, place.source, request, { after, pageSize });
  await noteRead(call, 'readLog', input, rows.length);
  const words = await wordsOfLooks(call, rows);
  return { list: rows.map((row, at) => viewOf(row, words[at] ?? '')), ...facts };
}

/** One's own rows, and with the right to the others those of people in the range. */
function readInRange(uid: string, range: Range | undefined): RawBuilder<boolean> {
  if (range?.all) return sql<boolean>`true`;
  const parts = [sql<boolean>`uid = ${uid}`, ...(range ? personInRange(range) : [])];
  return sql<boolean>`(${sql.join(parts, sql` or `)})`;
}

function viewOf(row: ReadRow, what: string): ReadView {
  const { object_ids, file_id, request_id, rows_seen, ...rest } = row;
  return { ...rest, what, rowsSeen: rows_seen, objectIds: object_ids, fileId: file_id, requestId: request_id };
}
