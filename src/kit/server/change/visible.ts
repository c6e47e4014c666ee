import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../caller.ts';
import { rangeOn } from './callers.ts';
import type { Kind } from './kind.ts';

/** SQL condition on change_operation (`alias`): the caller holds the kind's code (to read or to undo) in a range over the object's department. */
export function visible(
  caller: Caller,
  kinds: readonly Kind[],
  purpose: 'read' | 'revert' = 'read',
  alias = 'change_operation',
): RawBuilder<boolean> {
  caller.scope();
  const [kind, path] = [sql.ref(`${alias}.kind`), sql.ref(`${alias}.path`)];
  const granted = kinds.filter((one) => caller.can(one.codes[purpose]));
  const whole = granted.filter((one) => one.unranged || rangeOn(caller, one.codes[purpose]).all).map((one) => one.kind);
  const parts = [sql<boolean>`${kind} = any(${whole}::text[])`];
  for (const one of granted) {
    const range = rangeOn(caller, one.codes[purpose]);
    if (!range.all && !one.unranged && range.paths.length > 0)
      parts.push(sql<boolean>`(${kind} = ${one.kind} and ${path} <@ any(${range.paths}::ltree[]))`);
    if (!range.all && one.commonIds)
      parts.push(sql<boolean>`(${kind} = ${one.kind} and ${sql.ref(`${alias}.object_id`)} in (${one.commonIds}))`);
    if (!range.all && !one.unranged && range.exact?.length)
      parts.push(sql<boolean>`(${kind} = ${one.kind} and ${path} = any(${range.exact}::ltree[]))`);
  }
  return sql<boolean>`(${sql.join(parts, sql` or `)})`;
}
