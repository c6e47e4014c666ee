import { sql, type RawBuilder } from 'kysely';
import type { AttributePath, Filter } from './filter.ts';

type Condition = RawBuilder<boolean>;

/** A path as PostgreSQL writes it; lists are walked through (lax mode). Names come from the schema, never from a request. */
const jsonPath = (path: AttributePath): RawBuilder<unknown> =>
  sql`${`$${path.map((name) => `.${JSON.stringify(name)}`).join('')}`}::jsonpath`;

/** SQL: all values at a path of a JSON document, as rows `at.v`. */
const valuesOf = (document: RawBuilder<unknown>, path: AttributePath): RawBuilder<unknown> =>
  sql`jsonb_path_query(${document}, ${jsonPath(path)}) as at(v)`;

/** SQL condition: the document meets the filter, as `meets` does for one that is in hand. */
export function filterSql(filter: Filter, document: RawBuilder<unknown>): Condition {
  switch (filter.op) {
    case 'and':
      return sql<boolean>`(${filterSql(filter.left, document)} and ${filterSql(filter.right, document)})`;
    case 'or':
      return sql<boolean>`(${filterSql(filter.left, document)} or ${filterSql(filter.right, document)})`;
    case 'not':
      return sql<boolean>`not ${filterSql(filter.of, document)}`;
    case 'pr':
      return sql<boolean>`exists (select from ${valuesOf(document, filter.path)} where at.v not in ('null', '""'))`;
    case 'within':
      return sql<boolean>`exists (select from jsonb_path_query(${document}, ${sql`${`$${filter.path.map((name) => `.${JSON.stringify(name)}`).join('')}[*]`}::jsonpath`}) as element(v)
        where ${filterSql(filter.of, sql`element.v`)})`;
    default:
      return comparisonSql(filter, document);
  }
}

function comparisonSql(filter: Extract<Filter, { exact: boolean }>, document: RawBuilder<unknown>): Condition {
  const { op, path, value, exact } = filter;
  const found = (condition: RawBuilder<unknown>): Condition =>
    sql<boolean>`exists (select from ${valuesOf(document, path)} where ${condition})`;
  if (value === null)
    return op === 'eq' ? sql<boolean>`not ${found(sql`at.v <> 'null'`)}` : op === 'ne' ? found(sql`at.v <> 'null'`) : sql<boolean>`false`;
  const stored = exact ? sql`at.v #>> '{}'` : sql`lower(at.v #>> '{}')`;
  const wanted = exact ? String(value) : String(value).toLowerCase();
  switch (op) {
    case 'eq':
      return found(sql`${stored} = ${wanted}`);
    case 'ne':
      return sql<boolean>`not ${found(sql`${stored} = ${wanted}`)}`;
    case 'co':
      return found(sql`position(${wanted} in ${stored}) > 0`);
    case 'sw':
      return found(sql`starts_with(${stored}, ${wanted})`);
    case 'ew':
      return found(sql`right(${stored}, ${[...wanted].length}) = ${wanted}`);
    default:
      return found(sql`${stored} collate "C" ${sql.raw({ gt: '>', ge: '>=', lt: '<', le: '<=' }[op])} ${wanted}`);
  }
}

/** SQL: what a list is ordered by; the first value at the path, without regard to case. */
export const sortSql = (path: AttributePath, document: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`lower(jsonb_path_query_first(${document}, ${jsonPath(path)}) #>> '{}') collate "C"`;

/** A value that everything found must have, of those that have an index: `userName eq "x"`, also as part of an `and`. */
export function keyOf(filter: Filter | undefined): { name: 'userName' | 'externalId' | 'id'; value: string } | undefined {
  if (!filter) return undefined;
  if (filter.op === 'and') return keyOf(filter.left) ?? keyOf(filter.right);
  if (filter.op !== 'eq' || filter.path.length !== 1 || typeof filter.value !== 'string') return undefined;
  const name = (['userName', 'externalId', 'id'] as const).find((one) => one === filter.path[0]);
  return name && { name, value: filter.value };
}
