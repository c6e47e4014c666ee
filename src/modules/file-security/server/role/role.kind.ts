import { sql } from 'kysely';
import { z } from 'zod';
import { code } from '#kit/common/codes.ts';
import { anyOutside, membersOf, reached } from '#kit/server/access/reach.ts';
import { roleKind } from '#kit/server/access/role.kind.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Fields, Kind, Operation } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { assertCan, Refusal } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import { configGroupsStored, type RoleConfig } from '../../common/config-groups.ts';
import { mdmRightsPage, mdmRoleCodes, mdmRolePage } from '../../common/permissions.ts';
import { fileFunctions, riskyFunctions } from '../../common/words.ts';
import { everyoneRoleId } from '../directory.ts';
import { fileSecurityChanged } from '../rule/news.ts';
import { readRoles } from '../rule/read-book.ts';

const base = roleKind({
  area: 'mdm',
  module: 'file-security',
  codes: { read: mdmRolePage.code, revert: mdmRolePage.button.update },
  buttons: mdmRoleCodes,
});

const gift = z.object({ functions: z.array(z.enum(fileFunctions)), groups: configGroupsStored });
type Gift = z.output<typeof gift>;
const giftNames = ['functions', 'groups'] as const;

/** What a new role gives: everything by which no file leaves the company, and no settings. */
const newGift: Gift = { functions: fileFunctions.filter((one) => !riskyFunctions.includes(one)).toSorted(), groups: {} };

const giftIn = (fields: Fields | null | undefined): Partial<Gift> => gift.partial().parse(fields ?? {});

/** Roles of module mdm in the change engine: members as every role, and with them functions and groups of settings. */
export const mdmRoleKind: Kind = {
  ...base,
  fields: { ...base.fields, functions: {}, groups: {} },
  read: async (tx, ids, lock) => {
    const states = await base.read(tx, ids, lock);
    const { rows } = await sql<{
      id: string;
      fields: Fields;
    }>`select role_id as id, jsonb_build_object('functions', to_jsonb(functions), 'groups', groups) as fields
      from mdm_role where role_id = any(${ids}::uuid[])`.execute(tx);
    for (const { id, fields } of rows) Object.assign(states.get(id)?.fields ?? {}, fields);
    return states;
  },
  check: async (tx, caller, operations) => {
    const issues = await base.check?.(tx, caller, operations);
    for (const operation of operations) {
      assertEveryone(operation);
      assertButtons(caller, operation);
      await assertUnlockable(tx, operation);
    }
    await assertUnnamed(tx, operations);
    return issues ?? new Map();
  },
  outside: async (tx, range, operations) => {
    const outside = await base.outside(tx, range, operations);
    if (range.all) return outside;
    const members = await membersOf(
      tx,
      operations.map(({ id }) => id),
      clock.now(),
    );
    for (const [index, { id, after }] of operations.entries())
      // Whoever changes what a role gives changes it for all who hold it.
      if (giftNames.some((name) => after && name in after) && (await anyOutside(tx, range, members.get(id) ?? []))) outside.add(index);
    return outside;
  },
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    for (const operation of operations) await writeGift(tx, operation);
    await fileSecurityChanged(tx);
  },
  impact: async (tx, caller, operations) => {
    const counts = (await base.impact?.(tx, caller, operations)) ?? {};
    const changed = operations.filter(({ action, after }) => action === 'change' && giftNames.some((name) => after && name in after));
    if (changed.length === 0) return counts;
    const members = await membersOf(
      tx,
      changed.map(({ id }) => id),
      clock.now(),
    );
    const { rows } = await sql<{ n: number }>`select count(*) as n from (${reached([...members.values()].flat())}) as held`.execute(tx);
    return { ...counts, ...(Number(rows[0]!.n) > 0 && { people: Number(rows[0]!.n) }) };
  },
};

async function writeGift(tx: Tx, { action, id, after }: Operation): Promise<void> {
  if (action === 'delete') return;
  const given = giftIn(after);
  if (action === 'create' || action === 'restore') {
    const { functions, groups } = { ...newGift, ...given };
    await sql`insert into mdm_role (role_id, functions, groups) values (${id}, ${functions}, ${JSON.stringify(groups)})`.execute(tx);
    return;
  }
  if (given.functions) await sql`update mdm_role set functions = ${given.functions} where role_id = ${id}`.execute(tx);
  if (given.groups) await sql`update mdm_role set groups = ${JSON.stringify(given.groups)} where role_id = ${id}`.execute(tx);
}

/** Everybody holds the built-in role, always. */
function assertEveryone({ id, action, after }: Operation): void {
  if (id !== everyoneRoleId) return;
  const fixed = ['members', 'enabled', 'code', 'expiresAt', 'ownerDeptId'];
  if (action === 'delete' || fixed.some((name) => after && name in after)) throw new Refusal(18201);
}

/** Reverting needs the button of the change itself. */
function assertButtons(caller: Caller, { action, after }: Operation): void {
  if (action !== 'change' || caller.grants.superAdmin || !after) return;
  const needed = { functions: mdmRightsPage.button.save, groups: mdmRightsPage.button.saveConfig } as const;
  for (const name of giftNames) if (name in after) assertCan(caller, needed[name]);
}

/** Nobody may be left without a way to unlock the terminal (18206 with the other role). */
async function assertUnlockable(tx: Tx, { id, action, after }: Operation): Promise<void> {
  const changes = after && ('groups' in after || 'members' in after || 'enabled' in after);
  if (action === 'delete' || !changes) return;
  const roles = await readRoles(tx);
  const mine = kindsOf(giftIn(after).groups ?? roles.find((role) => role.id === id)?.groups);
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
