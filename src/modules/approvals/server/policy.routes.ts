import { sql } from 'kysely';
import { seenIn } from '#kit/server/access/role.owner.ts';
import { roleNameOf } from '#kit/server/access/role.view.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { orOutside } from '#kit/server/outside-word.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { notFound } from '#kit/server/refusal.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import * as contract from '../common/policy.contract.ts';
import { holdable, type PolicyData } from './policies.ts';
import { removePolicies, savePolicy, switchPolicies } from './policy.service.ts';

/** The calls of policies. */
export const policyRoutes: readonly BoundRoute[] = [
  handle(contract.policyList, async (call, input) => {
    call.caller.scope();
    const where = [
      ...(input.enabled === undefined ? [] : [sql<boolean>`enabled = ${input.enabled}`]),
      ...(input.text ? [sql<boolean>`name ilike ${containing(input.text)}`] : []),
    ];
    const order = orderOf(input.sort ?? 'name', { name: sql`lower(name)`, updatedAt: sql`updated_at` }, sql`id`);
    const page = await readPage<PolicyData>(call.db, { columns: sql`*`, from: sql`change_policy`, where, order }, input);
    return { ...page, list: await policyViews(call, page.list) };
  }),
  handle(contract.policyGet, async (call, { id }) => {
    const row = await call.db.selectFrom('change_policy').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound();
    return (await policyViews(call, [row]))[0]!;
  }),
  handle(contract.policyChoices, async (call) => {
    const { services, caller } = call;
    const groups = contract.operationGroupNames.map((value) => ({ value, label: operationName(call, value), module: '' }));
    const words = holdable(services).map(({ word, module }) => ({
      value: word,
      label: operationName(call, word),
      module: services.words.moduleName(module, caller.language),
    }));
    const roles = await call.db
      .selectFrom('role')
      .select(['id', 'name', 'preset'])
      .where('module', '=', 'sys')
      .where(seenIn(caller.scope()))
      .orderBy('name')
      .limit(2000)
      .execute();
    return { operations: [...groups, ...words], roles: roles.map((role) => ({ value: role.id, label: roleNameOf(call, role) })) };
  }),
  handle(contract.policySave, async (call, input) => ({ id: await call.write((tx) => savePolicy(tx, call, input)) })),
  handle(contract.policyEnable, async (call, { ids }) => ({ count: await call.write((tx) => switchPolicies(tx, call, ids, true)) })),
  handle(contract.policyDisable, async (call, { ids }) => ({ count: await call.write((tx) => switchPolicies(tx, call, ids, false)) })),
  handle(contract.policyRemove, async (call, { ids }) => ({ count: await call.write((tx) => removePolicies(tx, call, ids)) })),
];

function operationName({ services, caller }: Call, operation: string): string {
  return operation.startsWith('@')
    ? services.texts.text(caller.language, 'approvals', `group.${operation.slice(1)}`)
    : services.words.action(operation, caller.language);
}

async function roleNames(call: Call, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await call.db
    .selectFrom('role')
    .select(['id', 'name', 'preset'])
    .where('id', 'in', [...new Set(ids)])
    .where(seenIn(call.caller.scope()))
    .execute();
  return new Map(rows.map((role) => [role.id, roleNameOf(call, role)]));
}

async function policyViews(call: Call, rows: readonly PolicyData[]): Promise<contract.PolicyRow[]> {
  const { services, db, caller } = call;
  const roles = await roleNames(
    call,
    rows.flatMap((row) => [...row.approver_role_ids, ...row.emergency_role_ids]),
  );
  const people = await services.directory.people(
    db,
    rows.flatMap((row) => row.approver_ids),
    caller.language,
    caller.scope(),
  );
  const [range, { language }] = [caller.scope(), caller];
  const crowdIds = rows.flatMap((row) => row.approver_crowd_ids);
  const crowds = orOutside(await services.directory.crowds(db, crowdIds, language, range), crowdIds, { range, language });
  return rows.map((row) => ({
    ...stampsOf(row),
    name: row.name,
    operations: row.operations,
    atLeast: row.at_least,
    share: row.share,
    shareOf: row.share_of,
    loud: row.loud,
    offHours: row.off_hours,
    approverRoleIds: row.approver_role_ids,
    approverIds: row.approver_ids,
    approverCrowdIds: row.approver_crowd_ids,
    needed: row.needed,
    expiresHours: row.expires_hours,
    emergencyRoleIds: row.emergency_role_ids,
    reviewHours: row.review_hours,
    enabled: row.enabled,
    what: row.operations.map((one) => operationName(call, one)),
    approvers: [
      ...row.approver_role_ids.flatMap((id) => roles.get(id) ?? []),
      ...row.approver_ids.flatMap((id) => people.get(id)?.name ?? []),
      ...row.approver_crowd_ids.flatMap((id) => crowds.get(id) ?? []),
    ],
    emergencyRoles: row.emergency_role_ids.flatMap((id) => roles.get(id) ?? []),
  }));
}
