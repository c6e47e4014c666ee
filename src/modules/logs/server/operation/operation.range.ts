import { sql, type RawBuilder } from 'kysely';
import type { Caller, Range } from '#kit/server/caller.ts';
import type { Kind } from '#kit/server/change/kind.ts';

/** SQL condition on audit_log: the department of who acted or of the object lies in the range, or the caller acted and sees the own. */
export function rowInRange(range: Range): RawBuilder<boolean> {
  if (range.all) return sql<boolean>`true`;
  const parts = [sql<boolean>`false`];
  if (range.paths.length > 0)
    parts.push(sql<boolean>`actor_paths <@ any(${range.paths}::ltree[])`, sql<boolean>`object_path <@ any(${range.paths}::ltree[])`);
  if (range.exact?.length)
    parts.push(sql<boolean>`actor_paths && ${range.exact}::ltree[]`, sql<boolean>`object_path = any(${range.exact}::ltree[])`);
  if (range.self) parts.push(sql<boolean>`uid = ${range.uid}`);
  return sql<boolean>`(${sql.join(parts, sql` or `)})`;
}

/** SQL conditions on a log that keeps the departments of a person as `paths`: one of them lies in the range. Any of them is enough. */
export function personInRange(range: Exclude<Range, { all: true }>): RawBuilder<boolean>[] {
  return [
    ...(range.paths.length > 0 ? [sql<boolean>`paths <@ any(${range.paths}::ltree[])`] : []),
    ...(range.exact?.length ? [sql<boolean>`paths && ${range.exact}::ltree[]`] : []),
  ];
}

/** SQL condition on change_operation: the object lies in the range, so that its values may be shown. What belongs to no department is for who sees everything. */
export function lineInRange(range: Range): RawBuilder<boolean> {
  if (range.all) return sql<boolean>`true`;
  const parts = [sql<boolean>`false`];
  if (range.paths.length > 0) parts.push(sql<boolean>`change_operation.path <@ any(${range.paths}::ltree[])`);
  if (range.exact?.length) parts.push(sql<boolean>`change_operation.path = any(${range.exact}::ltree[])`);
  return sql<boolean>`coalesce(${sql.join(parts, sql` or `)}, false)`;
}

/** The caller as somebody who reads every kind of object in the range of the log: references in values are named by it. */
export function readerOf(caller: Caller, kinds: readonly Kind[]): Caller {
  const range = caller.scope();
  const reads = kinds.map((kind) => [kind.codes.read, range] as const);
  return { ...caller, grants: { ...caller.grants, codes: new Map([...caller.grants.codes, ...reads]) } };
}
