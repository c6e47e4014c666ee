import { sql } from 'kysely';
import { changeObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Kind } from '#kit/server/change/kind.ts';
import { heldBy, successorOf, type HeldQuery } from '#kit/server/field-holding.ts';
import type { HandOver, HoldingKind } from '#kit/server/holdings.ts';
import type { Tx } from '#kit/server/services.ts';
import { logReportKind, savedSearchKind } from './saved.kinds.ts';
import './saved.table.ts';

const held: HeldQuery = (uids) => sql`select owner_id as uid, id, name from saved_search where owner_id = any(${uids}::uuid[])`;

/** Only the owner changes a search; who takes it over, or takes it away, when the owner leaves is not asked that. */
const anybodys: Kind = { ...savedSearchKind, check: async () => new Map() };

async function pass(tx: Tx, request: HandOver): Promise<number> {
  const { uid, caller, options } = request;
  const searches = await tx.selectFrom('saved_search').select(['id', 'name']).where('owner_id', '=', uid).orderBy('id').execute();
  if (searches.length === 0) return 0;
  const ids = searches.map(({ id }) => id);
  const successor = successorOf(request);
  if (successor === null) {
    const reports = await tx.selectFrom('log_report').select('id').where('search_id', 'in', ids).execute();
    // Without its search a report has nothing to tell.
    if (reports.length > 0)
      await removeObjects(
        tx,
        caller,
        logReportKind,
        reports.map(({ id }) => id),
        options,
      );
    return removeObjects(tx, caller, anybodys, ids, options);
  }
  const known = await tx.selectFrom('saved_search').select('name').where('owner_id', '=', successor).execute();
  const taken = new Set(known.map(({ name }) => name.toLowerCase()));
  const changes = searches.map(({ id, name }) => ({ id, version: null, fields: { owner: successor, name: freeName(name, taken) } }));
  await changeObjects(tx, caller, anybodys, changes, options);
  return changes.length;
}

/** The name, or the name with the first number that is free among those of who takes over. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${name} (${n})`;
  taken.add(free.toLowerCase());
  return free;
}

/** Searches of the logs that somebody saved, shared and had sent. */
export const savedHoldings: readonly HoldingKind[] = [
  {
    kind: 'savedSearch',
    title: { zh_CN: '保存的日志查询', en_US: 'Saved searches of logs', ja_JP: '保存したログ検索' },
    order: 'handOver',
    choices: ['remove', 'handOver'],
    ...heldBy(held),
    apply: pass,
  },
];
