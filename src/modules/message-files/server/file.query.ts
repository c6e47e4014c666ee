import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import { containing } from '#kit/server/read-page.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { heldWhere } from '#modules/messaging/server/public.ts';
import type { fileGet, fileList, FileRow, fileStorage } from '../common/file.contract.ts';
import { mebibyte } from '../common/words.ts';
import { fileConfigs } from './config.ts';
import { endOf } from './open-files.ts';
import { visibleFile } from './visible.ts';

type Row = Omit<FileRow, 'senderName' | 'groupName'> & { digest: string; ownGroup: string | null };

const source = sql`im_file f join im_message msg on msg.id = f.message_id join im_conversation c on c.id = f.conversation_id`;

type Reading = Pick<Call, 'db' | 'services' | 'caller'>;

async function readRows(call: Reading, request: { where: readonly RawBuilder<boolean>[]; limit: number }): Promise<Row[]> {
  const { keepDays } = await fileConfigs.now(call.services);
  const { rows } = await sql<Row>`select f.id, f.version, f.file_id as "fileId", f.message_id as "messageId", f.name, f.kind,
      f.content_type as "contentType", f.size, f.digest, f.sender_id as "senderId", c.kind as chat, c.group_id as "groupId", f.sent_at as "sentAt",
      (select count(distinct o.conversation_id)::int from im_file o where o.digest = f.digest) as copies,
      (select count(*)::int from file_ticket t where t.file_id = f.file_id and t.used_at is not null) + f.downloads as downloads,
      ${endOf(keepDays)} as "expiresAt", f.state, ${heldWhere} as held
    from ${source} where ${sql.join([...request.where], sql` and `)} order by f.sent_at desc, f.id desc limit ${request.limit}`.execute(
    call.db,
  );
  return rows;
}

async function shown(call: Reading, rows: readonly Row[]): Promise<FileRow[]> {
  const { services, caller, db } = call;
  const range = caller.scope();
  const people = await services.directory.people(
    db,
    rows.map(({ senderId }) => senderId),
    caller.language,
    range,
  );
  const groupIds = rows.flatMap(({ groupId }) => groupId ?? []);
  const { rows: groups } = await sql<{
    id: string;
    name: string;
  }>`select id, name from im_group where id = any(${groupIds}::uuid[])`.execute(db);
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  return rows.map(({ digest: _digest, ...row }) => ({
    ...row,
    senderName: people.get(row.senderId)?.name ?? (range.all ? '' : outsideWord(caller.language)),
    groupName: row.groupId === null ? null : (names.get(row.groupId) ?? ''),
  }));
}

/** Files in range, the newest first, from a place on. */
export async function listFiles(call: Reading, input: Parsed<typeof fileList>): Promise<Reply<typeof fileList>> {
  const { text, chat, kind, state, senderId, departmentId, groupId, minSize, shared, from, to, after, pageSize } = input;
  const where: RawBuilder<boolean>[] = [visibleFile(call.caller.scope())];
  if (text !== undefined && text !== '') where.push(sql`f.name ilike ${containing(text)}`);
  if (chat !== undefined) where.push(sql`c.kind = ${chat}`);
  if (kind !== undefined) where.push(sql`f.kind = ${kind}`);
  if (state !== undefined) where.push(sql`f.state = ${state}`);
  if (senderId !== undefined) where.push(sql`f.sender_id = ${senderId}::uuid`);
  if (groupId !== undefined) where.push(sql`c.group_id = ${groupId}::uuid`);
  if (departmentId !== undefined) where.push(sql`f.sender_id in (${call.services.directory.employeesUnder([departmentId])})`);
  if (minSize !== undefined) where.push(sql`f.size >= ${minSize * mebibyte}`);
  if (shared) where.push(sql`exists (select from im_file o where o.digest = f.digest and o.conversation_id <> f.conversation_id)`);
  if (from !== undefined) where.push(sql`f.sent_at >= ${from}`);
  if (to !== undefined) where.push(sql`f.sent_at <= ${to}`);
  const place = /^(\d{1,16})_([0-9a-f-]{36})$/.exec(after ?? '');
  if (place) where.push(sql`(f.sent_at, f.id) < (${Number(place[1])}, ${place[2]!}::uuid)`);
  const rows = await readRows(call, { where, limit: pageSize + 1 });
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return { list: await shown(call, page), next: rows.length > pageSize && last ? `${last.sentAt}_${last.id}` : null };
}

/** One file; 10404, or 10910 for who sees a part. */
export async function oneFile(call: Call, id: string): Promise<Row> {
  const range = call.caller.scope();
  const [row] = await readRows(call, { where: [sql`f.id = ${id}::uuid`, visibleFile(range)], limit: 1 });
  if (!row) throw range.all ? notFound() : outOfRange();
  return row;
}

/** One file with the chats in which its content lies too. */
export async function getFile(call: Call, { id }: Parsed<typeof fileGet>): Promise<Reply<typeof fileGet>> {
  const row = await oneFile(call, id);
  const same = [sql<boolean>`f.digest = ${row.digest}`, sql<boolean>`f.id <> ${id}::uuid`];
  const others = await readRows(call, { where: [...same, visibleFile(call.caller.scope())], limit: 100 });
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${source} where ${sql.join(same, sql` and `)}
    and not ${visibleFile(call.caller.scope())}`.execute(call.db);
  const [one] = await shown(call, [row]);
  return { ...one!, digest: row.digest, others: await shown(call, others), hidden: rows[0]!.n };
}

const groupings: Readonly<Record<Parsed<typeof fileStorage>['by'], RawBuilder<unknown>>> = {
  person: sql`f.sender_id::text`,
  group: sql`c.group_id::text`,
  kind: sql`f.kind`,
  department: sql`(select e.primary_dept_id::text from employee e where e.id = f.sender_id)`,
  age: sql`width_bucket(f.age_days, array[8, 31, 91, 366])::text`,
};

/** What fills the storage of the chats in range: content that lies in several of them is counted where it came first. */
export async function storageOf(call: Call, { by, limit }: Parsed<typeof fileStorage>): Promise<Reply<typeof fileStorage>> {
  const { services, caller, db } = call;
  const range = caller.scope();
  const now = services.now();
  const own = sql`(select distinct on (f.digest) f.digest, f.sender_id, f.conversation_id, f.kind, f.size, f.sent_at,
      ((${now} - f.sent_at) / 86400000)::int as age_days
    from im_file f join im_conversation c on c.id = f.conversation_id
    where f.state in ('normal', 'quarantined') and ${visibleFile(range)} order by f.digest, f.sent_at, f.id)`;
  const totals = await sql<{
    files: number;
    bytes: number;
    grown: number;
  }>`select count(*)::int as files, coalesce(sum(size), 0)::bigint as bytes,
      coalesce(sum(size) filter (where sent_at > ${now - 30 * 86_400_000}), 0)::bigint as grown from ${own} f`.execute(db);
  const { rows } = await sql<{ id: string | null; files: number; bytes: number }>`select ${groupings[by]} as id, count(*)::int as files,
      sum(f.size)::bigint as bytes from ${own} f join im_conversation c on c.id = f.conversation_id group by 1 order by 3 desc, 1 limit ${limit}`.execute(
    db,
  );
  const ids = rows.flatMap(({ id }) => id ?? []);
  const names = await namesOf(call, by, ids);
  const none = services.texts.text(caller.language, 'message-files', by === 'group' ? 'storage.single' : 'storage.none');
  return {
    ...totals.rows[0]!,
    rows: rows.map((row) => ({ ...row, id: row.id ?? '', name: row.id === null ? none : (names.get(row.id) ?? none) })),
  };
}

async function namesOf(
  { services, caller, db }: Call,
  by: Parsed<typeof fileStorage>['by'],
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const range = caller.scope();
  const word = (key: string): string => services.texts.text(caller.language, 'message-files', key);
  if (by === 'kind') return new Map(ids.map((id) => [id, word(`imFile.kind.${id}`)]));
  if (by === 'age') return new Map(ids.map((id) => [id, word(`storage.age.${id}`)]));
  if (by === 'group') {
    const { rows } = await sql<{ id: string; name: string }>`select id, name from im_group where id = any(${[...ids]}::uuid[])`.execute(db);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
  const found =
    by === 'person'
      ? await services.directory.people(db, ids, caller.language, range)
      : await services.directory.departments(db, ids, caller.language, range);
  return new Map(ids.map((id) => [id, found.get(id)?.name ?? outsideWord(caller.language)]));
}
