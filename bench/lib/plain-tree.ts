import type pg from 'pg';

/** SQL: a node of the tree with its counts; $1 is the language, `chosen` a query that answers ids. */
const nodesOf = (
  chosen: string,
): string => `with n as materialized (select d.id from department d where d.id in (${chosen}) and d.path <@ $2::ltree),
  place as materialized (select p.department_id as id, sum(p.people) as people, sum(p.people - p.overlap) as here from department_people p group by 1),
  counted as (select node.id, coalesce(sum(place.people) filter (where place.id = node.id), 0)::bigint as direct, coalesce(sum(place.here), 0)::bigint as total
    from (select d.id, d.path from n join department d on d.id = n.id) as node left join (department d join place on place.id = d.id) on d.path <@ node.path group by node.id)
  select d.id, d.parent_id as "parentId", coalesce(d.name ->> $1, d.name ->> 'zh_CN') as name, d.code, d.kind, d.enabled,
    exists (select from department c where c.parent_id = d.id) as "hasChildren", counted.direct as "directCount", counted.total as "totalCount", d.version
  from n join department d on d.id = n.id left join counted on counted.id = d.id order by nlevel(d.path), d.order_no, d.id`;

type Row = Record<string, unknown>;

/** What somebody asks of the tree without the product: what is below a department, one level deep, with counts. */
export async function branchBySql(
  pool: pg.Pool,
  { language, under, parent }: { language: string; under: string; parent: string },
): Promise<Row[]> {
  const chosen =
    'select c.id from department p join department c on c.path <@ p.path and nlevel(c.path) = nlevel(p.path) + 1 where p.id = $3::uuid';
  return (await pool.query<Row>(nodesOf(chosen), [language, under, parent])).rows;
}

/** The top of a subtree: its root and the level below. */
export async function topBySql(pool: pg.Pool, { language, under }: { language: string; under: string }): Promise<Row[]> {
  const chosen = 'select a.id from department a where a.path <@ $2::ltree and nlevel(a.path) <= nlevel($2::ltree) + 1';
  return (await pool.query<Row>(nodesOf(chosen), [language, under])).rows;
}

/** A search: the hits, then them with all above them in the subtree. */
export async function searchBySql(
  pool: pg.Pool,
  { language, under, text }: { language: string; under: string; text: string },
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; path: string }>(
    `select d.id, d.path::text as path from department d
     where (d.name_fold like $2 or d.pinyin like $3 or d.initials like $3 or lower(d.code) like $3) and d.path <@ $1::ltree
     order by length(d.name_fold), d.sort_key, d.id limit 100`,
    [under, `%${text}%`, `${text}%`],
  );
  const paths = rows.map(({ path }) => path);
  await pool.query(nodesOf('select a.id from department a where a.path @> any($3::ltree[])'), [language, under, paths]);
  return rows.map(({ id }) => id);
}
