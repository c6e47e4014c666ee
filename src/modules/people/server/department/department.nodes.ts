import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import type { departmentTree, DepartmentNode } from '../../common/department.contract.ts';
import { departmentVisible } from './department.query.ts';
import { nameIn } from '../employee/employee.view.ts';
import { countsOf } from './people-counts.ts';
import { pathWithin } from '../range.ts';
import { departmentFoundByText } from '../search.ts';

type Input = Parsed<typeof departmentTree>;
const maxHits = 100;
/** A level holds at most 2,000; deeper answers stop here. */
const maxNodes = 6_000;

/** Levels of the tree, or the hits of a search with all above them. */
export async function treeOf(db: Db, caller: Caller, input: Input): Promise<Reply<typeof departmentTree>> {
  if (input.text) return found(db, caller, input, input.text);
  if (input.of !== undefined) return { nodes: await nodes(db, caller, input, above(caller, input.of)), hits: [] };
  const chosen = input.parentId === undefined ? topLevels(caller, input) : below(caller, input, input.parentId);
  return { nodes: await nodes(db, caller, input, chosen), hits: [] };
}

/** Departments chosen by a query that answers their ids. */
async function nodes(db: Db, caller: Caller, input: Input, chosen: RawBuilder<unknown>): Promise<DepartmentNode[]> {
  const visible = departmentVisible(caller.scope());
  const counts = input.withCount
    ? sql`counted.direct as "directCount", counted.total as "totalCount"`
    : sql`null as "directCount", null as "totalCount"`;
  const counting = input.withCount ? sql`left join ${countsOf(sql`select id from n where seen`)} counted on counted.node = d.id` : sql``;
  const hidden = input.includeDisabled ? sql`` : sql`where d.enabled or not n.seen`;
  const { rows } =
    await sql<DepartmentNode>`with n as materialized (select d.id, ${visible} as seen from department d where d.id in (${chosen}) limit ${maxNodes})
    select d.id, d.parent_id as "parentId", ${nameIn(caller.language)} as name, case when n.seen then d.code end as code, d.kind, d.enabled,
      exists (select from department c where c.parent_id = d.id) as "hasChildren", n.seen as "inRange", ${counts}, d.version
    from n join department d on d.id = n.id ${counting} ${hidden} order by nlevel(d.path), d.order_no, d.id`.execute(db);
  return rows;
}

/** A department and all above it; nothing when it is out of range. */
function above(caller: Caller, id: string): RawBuilder<unknown> {
  return sql`select a.id from department d join department a on a.path @> d.path where d.id = ${id}::uuid and ${departmentVisible(caller.scope())}`;
}

/** Without a parent: the tops of the range, the names above them, and so many levels below. */
function topLevels(caller: Caller, input: Input): RawBuilder<unknown> {
  const range = caller.scope();
  if (range.all) return sql`select id from department where nlevel(path) <= ${input.depth + 1}`;
  const tops = sql`select a.id from department top join department a on a.path @> top.path or (a.path <@ top.path and nlevel(a.path) <= nlevel(top.path) + ${input.depth})
    where top.path = any(${range.paths}::ltree[])`;
  if (!range.exact?.length) return tops;
  return sql`${tops} union select a.id from department top join department a on a.path @> top.path where top.path = any(${range.exact}::ltree[])`;
}

/** Below a parent: what is in range, and of a parent above it only the branches that lead there. */
function below(caller: Caller, input: Input, parentId: string): RawBuilder<unknown> {
  const range = caller.scope();
  const levels = sql`select c.id from department p join department c on c.path <@ p.path and nlevel(c.path) between nlevel(p.path) + 1 and nlevel(p.path) + ${input.depth} where p.id = ${parentId}::uuid`;
  if (range.all) return levels;
  return sql`${levels} and (${pathWithin('c.path', range)} or c.path @> any(${[...range.paths, ...(range.exact ?? [])]}::ltree[]))`;
}

async function found(db: Db, caller: Caller, input: Input, text: string): Promise<Reply<typeof departmentTree>> {
  const { rows } = await sql<{
    id: string;
    path: string;
  }>`select d.id, d.path::text as path from department d where ${departmentFoundByText(text)} and ${departmentVisible(caller.scope())}
    ${input.includeDisabled ? sql`` : sql`and d.enabled`} order by length(d.name_fold), d.sort_key, d.id limit ${maxHits}`.execute(db);
  if (rows.length === 0) return { nodes: [], hits: [] };
  const chosen = sql`select a.id from department a where a.path @> any(${rows.map(({ path }) => path)}::ltree[])`;
  return { nodes: await nodes(db, caller, input, chosen), hits: rows.map(({ id }) => id) };
}
