import { sql, type RawBuilder } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { preparedMark } from '#platform/database/prepared.ts';
import type { SearchedPeople } from './employee.filter.ts';
import { hiddenFields, rowColumns, type ShownRow } from './employee.view.ts';
import { forAny } from '../search.form.ts';
import { waysToFind } from '../search.ts';

/** What finds more people than this is left to a plan of its own: they are looked up one by one here. */
const mostHits = 1_000;

interface Requested extends SearchedPeople {
  language: Language;
  /** Newest first, or oldest. */
  down: boolean;
  pageNum: number;
  pageSize: number;
}

interface Counted {
  hits: number;
  total: number;
}

/**
 * A page of what a text finds, one more when another page follows, and the number of all: for searches that find few, as those of a whole
 * name do. It is one statement whose plan is kept, because making a plan for so many indexes takes as long as finding the people.
 * Undefined when it finds too many.
 */
export async function fewFound(db: Db, request: Requested): Promise<[ShownRow[], number] | undefined> {
  const { statuses, range, language, pageNum, pageSize } = request;
  const direction = sql.raw(request.down ? 'desc' : 'asc');
  const { rows } = await sql<ShownRow & Counted>`${sql.raw(preparedMark)}
    with hit as materialized (${sql.join(waysToFind(request.text).map(firstOf), sql` union `)}),
    found as materialized (select h.id from hit h
      where (select count(*) from hit) <= ${sql.lit(mostHits)} and h.status = any(${forAny.value(statuses, 'text[]')}) and ${isWithin(range)})
    select ${rowColumns(language)}, ${hiddenFields}, counted.hits, counted.total
    from (select (select count(*) from hit) as hits, (select count(*) from found) as total) counted
    left join (select id from found order by id ${direction}
      limit ${forAny.value(pageSize + 1, 'bigint')} offset ${forAny.value((pageNum - 1) * pageSize, 'bigint')}) page on true
    left join employee e on e.id = page.id order by e.id ${direction}`.execute(db);
  const { hits, total } = rows[0]!;
  if (hits > mostHits) return undefined;
  // The numbers come in a row of their own where nobody is on the page.
  const people = rows.flatMap(({ hits: _hits, total: _total, ...row }) => (row.id === null ? [] : [row]));
  return [people, total];
}

/** SQL: people found in one way. The statuses stand here for the indexes that hold only who is still here. */
const firstOf = (way: RawBuilder<boolean>): RawBuilder<unknown> =>
  sql`(select e.id, e.status, e.primary_department_id, e.several from employee e where e.status not in ('deleted', 'left') and ${way} limit ${sql.lit(mostHits + 1)})`;

/**
 * SQL condition: a person `h` is in the range: by the primary department, which is the only one of most, else by any other. Looked up by key (`offset 0` keeps
 * it from being worked out for everybody).
 */
function isWithin(range: Range): RawBuilder<boolean> {
  if (range.all) return sql<boolean>`true`;
  const exactly = range.exact?.length ? sql` or d.path = any(${forAny.value(range.exact, 'ltree[]')})` : sql``;
  const within = sql`(d.path <@ any(${forAny.value(range.paths, 'ltree[]')})${exactly})`;
  const own = range.self ? sql` or h.id = ${forAny.value(range.uid, 'uuid')}` : sql``;
  return sql<boolean>`(exists (select from department d where d.id = h.primary_department_id and ${within} offset 0)
    or (h.several and exists (select from employee_department ed join department d on d.id = ed.department_id where ed.employee_id = h.id and ${within} offset 0))${own})`;
}
