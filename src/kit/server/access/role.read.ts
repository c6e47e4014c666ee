import { sql } from 'kysely';
import type { Fields, State } from '../change/kind.ts';
import type { Tx } from '../directory.ts';
import { roleDirectory } from './role.binding.ts';
import './access.table.ts';

/** Roles of an area with everything that is journaled, by id; each lies where its owner department does. */
export async function readRoles(
  tx: Tx,
  area: string,
  { ids, lock }: { ids: readonly string[]; lock: boolean },
): Promise<Map<string, State>> {
  if (lock) await sql`select from role where id = any(${ids}::uuid[]) and module = ${area} order by id for update`.execute(tx);
  const { rows } = await sql<{
    id: string;
    name: string;
    version: number;
    owner: string | null;
    fields: Fields;
  }>`select id, name, version, owner_dept_id as owner, jsonb_build_object(
      'module', module, 'code', code, 'name', name, 'description', description, 'enabled', enabled, 'expiresAt', expires_at,
      'exclusiveWith', to_jsonb(exclusive_with), 'appKey', app_key, 'terminalType', terminal_type, 'ruleType', rule_type, 'ownerDeptId', owner_dept_id, 'needsFactor', needs_factor, 'memberDays', member_days,
      'grants', (select coalesce(jsonb_agg(code order by code), '[]') from role_grant where role_id = role.id),
      'range', jsonb_build_object('kind', range_kind, 'departmentIds', to_jsonb(range_departments)),
      'members', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'id', object_id, 'until', until) order by kind, object_id), '[]') from role_member where role_id = role.id)
    ) as fields from role where id = any(${ids}::uuid[]) and module = ${area}`.execute(tx);
  const owners = rows.flatMap(({ owner }) => owner ?? []);
  const departments = owners.length > 0 ? await roleDirectory().departments(tx, owners) : undefined;
  return new Map(rows.map(({ owner, ...row }) => [row.id, { ...row, path: (owner && departments?.get(owner)?.path) || null }]));
}
