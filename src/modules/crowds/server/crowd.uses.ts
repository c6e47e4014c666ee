import { sql, type RawBuilder } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import type { CrowdUse } from '#kit/server/crowd-use.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { nameIn } from '#modules/people/server/public.ts';
import './crowd.table.ts';

/** All uses of all modules as one query. */
export function usesSql(uses: readonly CrowdUse[], language: Language = 'zh_CN'): RawBuilder<unknown> {
  const parts = uses.map(({ kind, uses: query }) => sql`select crowd_id, id, name, ${kind}::text as kind from (${query}) as used`);
  // A crowd may stand in the rule of another one.
  const nested = sql`select distinct (clause.value #>> '{}')::uuid as crowd_id, other.id::text as id, ${nameIn(language, 'other')} as name, 'crowd' as kind
    from crowd other, lateral jsonb_path_query(other.conditions, '$.**?(@.field == "inCrowd").value') as listed(value),
      lateral jsonb_path_query(listed.value, 'lax $[*]') as clause(value)`;
  return sql.join([...parts, nested], sql` union all `);
}

let bound: readonly CrowdUse[] | undefined;

/** Lets the kind know what names crowds, so that neither an undo nor a file deletes one in use. */
export function bindCrowdUses({ crowdUses }: Pick<Services, 'crowdUses'>): void {
  bound = crowdUses;
}

/** What names these crowds, by crowd. */
export async function crowdUsers(tx: Tx, ids: readonly string[]): Promise<Map<string, { kind: string; id: string; name: string }[]>> {
  if (!bound) throw new Error('The uses of crowds were not bound');
  const { rows } = await sql<{ crowd_id: string; kind: string; id: string; name: string }>`select crowd_id, kind, id, name
    from (${usesSql(bound)}) as used where crowd_id = any(${ids}::uuid[]) order by kind, name, id limit 100`.execute(tx);
  const users = new Map<string, { kind: string; id: string; name: string }[]>();
  for (const { crowd_id: crowd, ...user } of rows) users.set(crowd, [...(users.get(crowd) ?? []), user]);
  return users;
}
