import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { z } from 'zod';
import type { grantRange } from '../common/system.contract.ts';
import './access.table.ts';

export { removeGrants, saveGrant, type GrantDraft } from './grants.ts';
export { casesOf, noteRuns, type StoredCase } from './cases.ts';
export { makeDrafts } from './draft-source.ts';
export type { SourceDraft } from './source-draft.ts';
export { gatewaySettings, type GatewaySettings } from './settings.ts';
export { interfaceUsers, type InterfaceUse } from './usage.ts';
export { accessChanged, accessTableChanges, accessTableGeneration } from './access-changes.ts';
export { keyPlace, secretHash } from './keys.ts';
export { parseStatement, StatementError, type Dialect, type Statement } from './sql/statement.ts';
export { interfaceInRange, readDefinition, versionDefinition } from './interface.drafts.ts';
export { assertSystem, systemInRange } from './through-system.ts';

/** Name and path of interfaces, whether they are published and who may call them, by id; unknown ids are absent. */
export async function interfaceNames(
  db: Db,
  ids: readonly string[],
): Promise<
  Map<string, { name: string; path: string; enabled: boolean; isWrite: boolean; isPublished: boolean; callers: readonly string[] }>
> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    name: string;
    path: string;
    enabled: boolean;
    write: boolean;
    live: number | null;
    callers: string[];
  }>`select i.id, i.name, s.code || '/' || p.code || '/' || i.code as path, i.enabled, i.is_write as write, i.live_version_no as live, i.callers
    from api_interface i join interface_prefix p on p.id = i.prefix_id join access_system s on s.id = i.system_id
    where i.id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, write, live, ...row }) => [
      id,
      { name: row.name, path: row.path, enabled: row.enabled, isWrite: write, isPublished: live !== null, callers: row.callers },
    ]),
  );
}

/** An access system as others show it. */
export interface SystemFacts {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly ownerDeptId: string;
  readonly enabled: boolean;
}

/** Access systems by id; unknown ids are absent. */
export async function systemsOf(db: Db, ids: readonly string[]): Promise<Map<string, SystemFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('access_system')
    .select(['id', 'code', 'name', 'owner_dept_id', 'enabled'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, code, name, owner_dept_id, enabled }) => [id, { id, code, name, ownerDeptId: owner_dept_id, enabled }]));
}

/** A grant as modules ask for it. */
export interface GrantFacts {
  readonly id: string;
  readonly granteeKind: 'system' | 'widget';
  readonly granteeId: string;
  readonly targetKind: 'interface' | 'prefix' | 'sysApi';
  readonly targetId: string;
  readonly rate: number | null;
  readonly quotaDay: number | null;
  readonly until: number | null;
  readonly range: z.output<typeof grantRange> | null;
}

/** Grants that open these targets. */
export async function grantsOf(db: Db, targetKind: 'interface' | 'prefix' | 'sysApi', ids: readonly string[]): Promise<GrantFacts[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('interface_grant')
    .selectAll()
    .where('target_kind', '=', targetKind)
    .where('target_id', 'in', [...ids])
    .execute();
  return rows.map(factsOf);
}

const factsOf = (row: {
  id: string;
  grantee_kind: 'system' | 'widget';
  grantee_id: string;
  target_kind: 'interface' | 'prefix' | 'sysApi';
  target_id: string;
  rate: number | null;
  quota_day: number | null;
  until: number | null;
  range: z.output<typeof grantRange> | null;
}): GrantFacts => ({
  id: row.id,
  granteeKind: row.grantee_kind,
  granteeId: row.grantee_id,
  targetKind: row.target_kind,
  targetId: row.target_id,
  rate: row.rate,
  quotaDay: row.quota_day,
  until: row.until,
  range: row.range,
});
