import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { seenIn } from '#kit/server/access/role.owner.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { inUse, InvalidInput, notFound } from '#kit/server/refusal.ts';
import { exportedLogs, pageOfLog, type ExportedLog } from '../../common/export.contract.ts';
import { operationLog } from '../../common/permissions.ts';
import type { SavedSearchRow, searchList, searchRemove, searchSave } from '../../common/saved/search.contract.ts';
import { assertFilters, exportedParts } from '../export.rows.ts';
import { savedSearchKind } from './saved.kinds.ts';
import './saved.table.ts';

/** SQL condition: of a log that the caller may see. */
export const ofSeenLog = (caller: Caller): RawBuilder<boolean> =>
  sql<boolean>`saved_search.log = any(${exportedLogs.filter((log) => caller.can(pageOfLog[log]))}::text[])`;

/** SQL condition: the caller's own, or shared with a role that the caller holds. */
export const sharedWith = (caller: Caller): RawBuilder<boolean> =>
  sql<boolean>`(saved_search.owner_id = ${caller.uid}::uuid or saved_search.role_ids && ${caller.grants.roles.map(({ id }) => id)}::uuid[])`;

interface Row {
  id: string;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
  owner_id: string;
  name: string;
  log: ExportedLog;
  filters: SavedSearchRow['filters'];
  columns: string[] | null;
  role_ids: string[];
  role_names: string[];
  reports: number;
}

const columnsFor = (caller: Caller): RawBuilder<unknown> => sql`saved_search.*,
  array(select role.name from role where role.id = any(role_ids) and ${seenIn(caller.scope())} order by role.name) as role_names,
  (select count(*)::int from log_report where search_id = saved_search.id) as reports`;
const orders = { name: sql`lower(saved_search.name)`, updatedAt: sql`saved_search.updated_at` };

/** Own searches and those shared with one's roles. */
export async function listSearches(call: Call, input: Parsed<typeof searchList>): Promise<Reply<typeof searchList>> {
  const { caller, db } = call;
  const where = [sharedWith(caller), ofSeenLog(caller)];
  if (input.text) where.push(sql<boolean>`saved_search.name ilike ${containing(input.text)}`);
  if (input.log) where.push(sql<boolean>`saved_search.log = ${input.log}`);
  const order = orderOf(input.sort ?? 'name', orders, sql`saved_search.id`);
  const { list, ...counted } = await readPage<Row>(db, { columns: columnsFor(caller), from: sql`saved_search`, where, order }, input);
  const roles = caller.can(operationLog.button.saveSearch)
    ? await db
        .selectFrom('role')
        .select(['id', 'name'])
        .where('module', '=', 'sys')
        .where('enabled', '=', true)
        .where(seenIn(caller.scope()))
        .orderBy('name')
        .limit(500)
        .execute()
    : [];
  return { list: await viewsOf(call, db, list), ...counted, roles };
}

async function viewsOf({ services, caller }: Pick<Call, 'services' | 'caller'>, db: Db, rows: readonly Row[]): Promise<SavedSearchRow[]> {
  const owners = await services.directory.people(db, [...new Set(rows.map((row) => row.owner_id))], caller.language, caller.scope());
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    createdAt: row.created_at,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
    name: row.name,
    log: row.log,
    filters: row.filters,
    columns: row.columns,
    roleIds: row.role_ids,
    ownerName: owners.get(row.owner_id)?.name ?? '',
    roleNames: row.role_names,
    mine: row.owner_id === caller.uid,
    reports: row.reports,
  }));
}

/** Saves a new search or changes an own one. Refuses with 10400 (filters, columns, roles, too many), 10411 (name), 10409. */
export async function saveSearch(call: Call, input: Parsed<typeof searchSave>): Promise<SavedSearchRow> {
  const { caller } = call;
  const { id: known, version, ...draft } = input;
  const part = exportedParts[draft.log];
  if (draft.columns?.some((column) => !part.columns.includes(column)))
    throw new InvalidInput([{ path: 'columns', namespace: 'kit', key: 'issue.invalid_value' }]);
  assertFilters(draft.log, draft.filters);
  return call.write(async (tx) => {
    const fields: Record<string, unknown> = { ...draft };
    let id = known;
    if (id === undefined) {
      fields['owner'] = caller.uid;
      [id] = await createObjects(tx, caller, savedSearchKind, [{ name: draft.name, path: null, fields: fields as Fields }]);
    } else {
      // Somebody else's is not there to be changed.
      const own = await tx
        .selectFrom('saved_search')
        .select('id')
        .where('id', '=', id)
        .where('owner_id', '=', caller.uid)
        .executeTakeFirst();
      if (!own) throw notFound();
      await changeObjects(tx, caller, savedSearchKind, [{ id, version: version ?? 0, fields: fields as Fields }]);
    }
    const { rows } = await sql<Row>`select ${columnsFor(caller)} from saved_search where id = ${id}::uuid`.execute(tx);
    const [view] = await viewsOf(call, tx, rows);
    if (!view) throw notFound();
    return view;
  });
}

/** Deletes own searches of which no report is made. */
export function removeSearches(call: Call, { ids }: Parsed<typeof searchRemove>): Promise<{ count: number }> {
  const { caller } = call;
  return call.write(async (tx) => {
    const own = await tx.selectFrom('saved_search').select('id').where('id', 'in', ids).where('owner_id', '=', caller.uid).execute();
    if (own.length < ids.length) throw notFound();
    const users = await tx.selectFrom('log_report').select(['id', 'name']).where('search_id', 'in', ids).execute();
    if (users.length > 0) throw inUse(users.map((report) => ({ kind: 'logReport', ...report })));
    return { count: await removeObjects(tx, caller, savedSearchKind, ids, {}) };
  });
}
