import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields, Kind } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { CrowdUse } from '#kit/server/crowd-use.ts';
import type { DepartmentUse, UseRow } from '#kit/server/department-use.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound, Refusal } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { bindRulePage } from '../../common/permissions.ts';
import type { ruleAssign } from '../../common/rule.contract.ts';
import { policyChanged } from './policy.ts';

type Requested = Parsed<typeof ruleAssign>;
const mostMembers = 10_000;

const base = tableKind({
  kind: 'ruleMember',
  module: 'devices',
  codes: { read: bindRulePage.code, revert: bindRulePage.button.update },
  table: 'bind_rule_member',
  name: 'memberId',
  fields: {
    ruleId: { column: 'rule_id', internal: true },
    memberKind: { column: 'kind' },
    memberId: { column: 'member_id', refers: 'member' },
    since: { column: 'since', moment: true },
  },
  unique: { bind_rule_member_member: 'memberId' },
});

/** Members of bind rules in the change engine; they are called as whom they name. */
export const ruleMemberKind: Kind = {
  ...base,
  read: async (tx, ids, lock) => {
    const states = await base.read(tx, ids, lock);
    for (const kind of ['employee', 'department', 'crowd'] as const) {
      const mine = [...states.values()].filter(({ fields }) => fields['memberKind'] === kind);
      const names = await namesOf(
        tx,
        kind,
        mine.map(({ fields }) => String(fields['memberId'])),
      );
      for (const state of mine) state.name = names.get(String(state.fields['memberId'])) ?? String(state.fields['memberId']);
    }
    return states;
  },
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    await policyChanged(tx);
  },
};

/** What people, departments or dynamic groups are called; absent are those that do not exist. */
async function namesOf(tx: Tx, kind: Requested['kind'], ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  if (kind === 'crowd') return directory.crowds(tx, ids);
  const found = kind === 'employee' ? await directory.people(tx, ids) : await directory.departments(tx, ids);
  return new Map([...found].map(([id, { name }]) => [id, name]));
}

/** Puts members under a rule, and takes others out; who stands there already stays. */
export async function assignMembers(tx: Tx, call: Call, request: Requested): Promise<Reply<typeof ruleAssign>> {
  const { ruleId, kind, remove } = request;
  const rule = await tx.selectFrom('bind_rule').select(['name', 'built_in']).where('id', '=', ruleId).forUpdate().executeTakeFirst();
  if (!rule || rule.built_in) throw notFound();
  const listed = kind === 'employee' ? await directory.matching(tx, 'account', request.accounts) : [];
  const known = new Set(listed.map(({ account }) => account.toLowerCase()));
  const unknown = request.accounts.filter((account) => !known.has(account.toLowerCase()));
  const add = [...request.add, ...listed.map(({ uid }) => uid)];
  const names = await namesOf(tx, kind, add);
  if (add.some((id) => !names.has(id))) throw notFound();
  const { rows } = await sql<{ id: string; member: string; kind: string }>`select id, member_id as member, kind from bind_rule_member
    where rule_id = ${ruleId}::uuid`.execute(tx);
  const present = new Map(rows.filter((row) => row.kind === kind).map(({ id, member }) => [member, id]));
  const fresh = [...new Set(add)].filter((id) => !present.has(id));
  const gone = [...new Set(remove)].flatMap((id) => present.get(id) ?? []);
  if (rows.length + fresh.length - gone.length > mostMembers) throw new Refusal(18041, { n: mostMembers });
  const since = call.services.now();
  const drafts = fresh.map((memberId) => ({
    name: names.get(memberId) ?? memberId,
    path: null,
    fields: { ruleId, memberKind: kind, memberId, since } satisfies Fields,
  }));
  if (drafts.length > 0) await createObjects(tx, call.caller, ruleMemberKind, drafts);
  if (gone.length > 0) await removeObjects(tx, call.caller, ruleMemberKind, gone);
  call.caller.touch({ kind: 'bindRule', id: ruleId, name: rule.name });
  return { count: fresh.length + gone.length, unknown };
}

/** Rules that name departments: these are not deleted, and give way to others where they are merged. */
export const ruleDepartmentUses: readonly DepartmentUse[] = [
  {
    kind: 'ruleMember',
    title: { zh_CN: '绑定规则', en_US: 'Bind rules', ja_JP: 'バインドルール' },
    uses: (ids) => sql<UseRow>`select m.member_id as department_id, 'ruleMember'::text as object_kind, m.id::text as id, r.name
      from bind_rule_member m join bind_rule r on r.id = m.rule_id where m.kind = 'department' and m.member_id = any(${ids})`,
    replace: async (tx, { caller }, { ids, replacing, options }) => {
      const states = [...(await ruleMemberKind.read(tx, ids, true)).values()];
      const { rows } = await sql<{ key: string }>`select rule_id || ':' || member_id as key from bind_rule_member where kind = 'department'
        and member_id = any(${[...replacing.values()]}::uuid[])`.execute(tx);
      const taken = new Set(rows.map(({ key }) => key));
      const [gone, moved]: [string[], { id: string; version: null; fields: Fields }[]] = [[], []];
      for (const { id, fields } of states) {
        const to = replacing.get(String(fields['memberId']));
        if (to === undefined) continue;
        // No department stands twice under a rule.
        const key = `${String(fields['ruleId'])}:${to}`;
        if (taken.has(key)) gone.push(id);
        else moved.push({ id, version: null, fields: { memberId: to } });
        taken.add(key);
      }
      if (gone.length > 0) await removeObjects(tx, caller, ruleMemberKind, gone, options);
      if (moved.length > 0) await changeObjects(tx, caller, ruleMemberKind, moved, options);
    },
  },
];

/** Rules that name dynamic groups. */
export const ruleCrowdUses: readonly CrowdUse[] = [
  {
    kind: 'ruleMember',
    title: { zh_CN: '绑定规则', en_US: 'Bind rule', ja_JP: 'バインドルール' },
    uses: sql`select m.member_id as crowd_id, r.id::text as id, r.name from bind_rule_member m join bind_rule r on r.id = m.rule_id where m.kind = 'crowd'`,
  },
];
