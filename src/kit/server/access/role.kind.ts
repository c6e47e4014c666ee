import { sql } from 'kysely';
import { clock } from '#platform/clock.ts';
import type { HoldingCodes, RoleCodes } from '#kit/common/role/role-codes.ts';
import type { Caller, Range } from '../caller.ts';
import type { Fields, Kind, Operation } from '../change/kind.ts';
import type { Tx } from '../directory.ts';
import { taken } from '../refusal.ts';
import { accessChanged } from './access-changes.ts';
import { endPowerless, signedInHolders } from './powerless.ts';
import { anyOutside, membersOf } from './reach.ts';
import { checkRoles } from './role.check.ts';
import { revivedRole } from './role.revived.ts';
import { roleImpact } from './role.impact.ts';
import { ownersOutside, unknownOwners } from './role.owner.ts';
import { readRoles } from './role.read.ts';
import { warnOfSuper } from './role.warning.ts';
import { completed, memberDiff, namedPart, roleFields, type RoleState } from './role.state.ts';
import './access.table.ts';

/** Codes that the pages of a module's roles need of the journal. */
export interface RoleKindDraft {
  /** Name of the role area as it stands in addresses: `sys`, `mam`, … */
  area: string;
  /** Namespace of the module's texts, which hold `<area>Role` and `<area>Role.field.<name>`. */
  module: string;
  codes: Kind['codes'];
  /** Codes of the buttons behind the operations: an undo needs the one that the change needed. */
  buttons: RoleCodes | HoldingCodes;
}

/** The roles of one area in the change engine: members, grants and range are fields of the role, so that history and undo hold all of it. */
export function roleKind({ area, module, codes, buttons }: RoleKindDraft): Kind {
  return {
    kind: `${area}Role`,
    module,
    codes,
    commonIds: sql`select id::text from role where module = ${area} and owner_dept_id is null`,
    fields: roleFields,
    kept: [
      { table: 'role', object: 'id', columns: ['created_at', 'created_by'] },
      { table: 'role_member', object: 'role_id', row: ['kind', 'object_id'], columns: ['since', 'by'] },
    ],
    read: (tx, ids, lock) => readRoles(tx, area, { ids, lock }),
    check: async (tx, caller, operations) => {
      const issues = await checkRoles(tx, caller, { area, buttons }, operations);
      for (const [index, found] of await unknownOwners(tx, operations)) issues.set(index, [...(issues.get(index) ?? []), ...found]);
      return issues;
    },
    revived: revivedRole,
    write: (tx, caller, operations) => writeRoles(tx, caller, operations),
    outside: async (tx, range, operations) => {
      if (range.all) return new Set();
      const ids = operations.map(({ id }) => id);
      const outside = await ownersOutside(tx, range, operations, await readRoles(tx, area, { ids, lock: false }));
      return new Set([...outside, ...(await membersOutside(tx, range, operations))]);
    },
    impact: (tx, _caller, operations) => roleImpact(tx, area, operations),
  };
}

async function writeRoles(tx: Tx, caller: Caller, operations: readonly Operation[]): Promise<void> {
  const holders = await signedInHolders(
    tx,
    operations.map(({ id }) => id),
  );
  for (const operation of operations) {
    if (operation.action === 'delete') {
      await tx.deleteFrom('role').where('id', '=', operation.id).execute();
    } else {
      const fresh = operation.action === 'create' || operation.action === 'restore';
      const state = fresh ? completed(operation.after ?? {}) : undefined;
      await (state ? insertRole(tx, caller, operation, state) : updateRole(tx, caller, operation)).catch(wording);
      await writeParts(tx, caller, operation.id, state ?? namedPart(operation.after ?? {}));
    }
  }
  await endPowerless(tx, holders);
  await accessChanged(tx);
}

function columnsOf(after: Partial<RoleState>) {
  return {
    ...(after.code !== undefined && { code: after.code }),
    ...(after.name !== undefined && { name: after.name }),
    ...(after.description !== undefined && { description: after.description }),
    ...(after.enabled !== undefined && { enabled: after.enabled }),
    ...(after.expiresAt !== undefined && { expires_at: after.expiresAt }),
    ...(after.exclusiveWith !== undefined && { exclusive_with: after.exclusiveWith }),
    ...(after.appKey !== undefined && { app_key: after.appKey }),
    ...(after.terminalType !== undefined && { terminal_type: after.terminalType }),
    ...(after.ruleType !== undefined && { rule_type: after.ruleType }),
    ...(after.ownerDeptId !== undefined && { owner_dept_id: after.ownerDeptId }),
    ...(after.needsFactor !== undefined && { needs_factor: after.needsFactor }),
    ...(after.memberDays !== undefined && { member_days: after.memberDays }),
    ...(after.range !== undefined && { range_kind: after.range.kind, range_departments: after.range.departmentIds }),
  };
}

async function insertRole(tx: Tx, caller: Caller, operation: Operation, state: RoleState): Promise<void> {
  const now = clock.now();
  await tx
    .insertInto('role')
    .values({
      id: operation.id,
      module: state.module,
      code: state.code,
      name: state.name,
      enabled: state.enabled,
      is_supper_admin: false,
      exclusive_with: [],
      range_kind: 'self',
      range_departments: [],
      ...columnsOf(state),
      version: (operation.version ?? 0) + 1,
      created_at: now,
      created_by: caller.uid,
      updated_at: now,
      updated_by: caller.uid,
    })
    .execute();
}

async function updateRole(tx: Tx, caller: Caller, operation: Operation): Promise<void> {
  await tx
    .updateTable('role')
    .set({
      ...columnsOf(namedPart(operation.after ?? {})),
      version: sql`version + 1`,
      updated_at: clock.now(),
      updated_by: caller.uid,
    })
    .where('id', '=', operation.id)
    .execute();
}

async function writeParts(tx: Tx, caller: Caller, roleId: string, { grants, members }: Partial<RoleState>): Promise<void> {
  if (grants) {
    await sql`delete from role_grant where role_id = ${roleId}::uuid and not code = any(${grants}::text[])`.execute(tx);
    await sql`insert into role_grant (role_id, code) select ${roleId}::uuid, code from unnest(${grants}::text[]) as code on conflict do nothing`.execute(
      tx,
    );
  }
  if (members) {
    const rows = JSON.stringify(members.map(({ kind, id, until }) => ({ kind, id, until })));
    const requested = sql`jsonb_to_recordset(${rows}::jsonb) as m(kind text, id uuid, until bigint)`;
    await sql`delete from role_member where role_id = ${roleId}::uuid and not exists (select from ${requested} where m.kind = role_member.kind and m.id = role_member.object_id)`.execute(
      tx,
    );
    await warnOfSuper(tx, caller, { roleId, members });
    // Who was in already keeps the day since when.
    await sql`insert into role_member (role_id, kind, object_id, since, until, by) select ${roleId}::uuid, m.kind, m.id, ${clock.now()}, m.until, ${caller.uid} from ${requested}
      on conflict (role_id, kind, object_id) do update set until = excluded.until`.execute(tx);
  }
}

function wording(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === '23505') throw taken(constraint === 'role_code' ? 'code' : 'name');
  throw error;
}

/** Fields that change what all members have. */
const effective = ['enabled', 'grants', 'range', 'expiresAt', 'terminalType', 'ruleType'];

/** Members that come or go, and all of them where the role gives something else afterwards, must be people and departments of the range; so must a chosen department. */
async function membersOutside(tx: Tx, range: Range, operations: readonly Operation[]): Promise<Set<number>> {
  const outside = new Set<number>();
  if (range.all) return outside;
  const present = await membersOf(
    tx,
    operations.map(({ id }) => id),
    clock.now(),
  );
  for (const [index, { id, action, before, after }] of operations.entries()) {
    const [old, requested] = [membersIn(before), action === 'delete' ? [] : membersIn(after)];
    const { added, removed } = memberDiff(old, requested);
    const all = action !== 'create' && effective.some((field) => after && field in after) ? (present.get(id) ?? []) : [];
    const touched = [...added, ...removed, ...all];
    const chosen = departmentsIn(after).filter((department) => !departmentsIn(before).includes(department));
    if (await anyOutside(tx, range, touched, chosen)) outside.add(index);
  }
  return outside;
}

const membersIn = (fields: Fields | null): RoleState['members'] => (fields && namedPart(fields).members) ?? [];

const departmentsIn = (fields: Fields | null): string[] => (fields && namedPart(fields).range?.departmentIds) ?? [];
