import { sql } from 'kysely';
import { z } from 'zod';
import { code } from '#kit/common/codes.ts';
import { membersOf, reached } from '#kit/server/access/reach.ts';
import { jsonIn, knownOf, roleGifts, textsIn } from '#kit/server/role-module/role-gifts.ts';
import type { Fields, Operation } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { clock } from '#platform/clock.ts';
import type { RoleConfig } from '../../common/config-groups.ts';
import { mdmRightsPage, mdmRoleCodes } from '../../common/permissions.ts';
import { fileFunctions, riskyFunctions } from '../../common/words.ts';
import { everyoneRoleId } from '../directory.ts';
import { fileSecurityChanged } from '../rule/changes.ts';
import { groupsIn, readRoles } from '../rule/read-book.ts';

/** What roles of module mdm give: functions and groups of settings. Everybody holds the built-in one, always. */
export const mdmGifts = roleGifts({
  area: 'mdm',
  module: 'file-security',
  buttons: mdmRoleCodes,
  table: 'mdm_role',
  gift: z.object({ functions: knownOf(fileFunctions), groups: z.unknown().transform(groupsIn) }),
  parts: { functions: textsIn('functions', mdmRightsPage.button.save), groups: jsonIn('groups', mdmRightsPage.button.saveConfig) },
  // A new role gives everything by which no file leaves the company, and no settings.
  fresh: { functions: fileFunctions.filter((one) => !riskyFunctions.includes(one)).toSorted(), groups: {} },
  everyone: { id: everyoneRoleId, department: rootDepartmentId, refusal: () => new Refusal(18201) },
  check: async (tx, _caller, operations) => {
    for (const operation of operations) await assertUnlockable(tx, operation);
    await assertUnnamed(tx, operations);
    return undefined;
  },
  changed: fileSecurityChanged,
});

/** Roles of module mdm in the change engine. */
export const mdmRoleKind = mdmGifts.kind;

/** Nobody may be left without a way to unlock the terminal (18206 with the other role). */
async function assertUnlockable(tx: Tx, { id, action, after }: Operation): Promise<void> {
  const changes = after && ('groups' in after || 'members' in after || 'enabled' in after);
  if (action === 'delete' || !changes) return;
  const roles = await readRoles(tx);
  const mine = kindsOf(mdmGifts.giftIn(after).groups ?? roles.find((role) => role.id === id)?.groups);
  if (!mine) return;
  const members = await membersOf(tx, [id, ...roles.map((role) => role.id)], clock.now());
  const own = after['members'] ? (after['members'] as Fields[]).map(memberIn) : (members.get(id) ?? []);
  for (const other of roles) {
    const kinds = kindsOf(other.groups);
    if (other.id === id || !kinds || kinds.some((kind) => mine.includes(kind))) continue;
    if (other.builtIn || id === everyoneRoleId) throw new Refusal(18206, { name: other.name }, { roleId: other.id });
    const { rows } =
      await sql`select from (${reached(own)}) as one join (${reached(members.get(other.id) ?? [])}) as two on two.id = one.id limit 1`.execute(
        tx,
      );
    if (rows.length > 0) throw new Refusal(18206, { name: other.name }, { roleId: other.id });
  }
}

const kindsOf = (groups: RoleConfig | undefined): readonly string[] | undefined => groups?.signUnlock?.kinds;

function memberIn(fields: Fields): { kind: 'employee' | 'department' | 'crowd'; id: string; until: number | null } {
  const { kind, id, until } = fields;
  return {
    kind: kind === 'department' || kind === 'crowd' ? kind : 'employee',
    id: String(id),
    until: typeof until === 'number' ? until : null,
  };
}

/** A role that a rule of the draft or of the version in force names is in use (10410). */
async function assertUnnamed(tx: Tx, operations: readonly Operation[]): Promise<void> {
  const gone = operations.filter(({ action }) => action === 'delete').map(({ id }) => id);
  if (gone.length === 0) return;
  const { rows } = await sql<{ id: string; name: string }>`select id::text as id, name from file_rule where role_ids ?| ${gone}
    union select rule ->> 'id', rule ->> 'name' from (select content from file_rule_set order by number desc limit 1) as current,
      lateral jsonb_array_elements(current.content -> 'rules') as rule where rule -> 'roleIds' ?| ${gone}`.execute(tx);
  if (rows.length > 0) throw new Refusal(code.inUse, {}, { usedBy: rows.map((row) => ({ kind: 'fileRule', ...row })) });
}
