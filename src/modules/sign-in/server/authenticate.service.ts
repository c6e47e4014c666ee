import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { outOfRange, Refusal } from '#kit/server/refusal.ts';
import { belongingOf } from '#kit/server/session/belonging.ts';
import { policyId, readPolicy } from '#kit/server/session/sign-in-policy.ts';
import { sql } from 'kysely';
import type { addressRuleSimulate, AuthenticateView, updateAuthenticate } from '../common/authenticate.contract.ts';
import { groupsIn, judge, wrongNetworks } from './address-rules.ts';
import { authenticateKind } from './authenticate.kind.ts';
import { openGuard } from './guard.ts';

/** The policy as it stands in the database. */
export async function policyView(call: Pick<Call, 'services' | 'caller'>, db: Db): Promise<AuthenticateView> {
  const [{ version, policy }, ways, guard] = await Promise.all([
    readPolicy(db, call.services.settings),
    db.selectFrom('auth_setting').select('code').where('enabled', '=', true).orderBy('order_no').orderBy('id').execute(),
    openGuard(db, call.caller),
  ]);
  return {
    id: policyId,
    version,
    ...policy,
    loginKinds: ways.map(({ code }) => code),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    guard,
  };
}

/** Changes parts of the policy. Refuses with 10409, 11050, 11051, and 10412 while another change waits for its confirmation. */
export function updatePolicy(call: Call, input: Parsed<typeof updateAuthenticate>): Promise<Reply<typeof updateAuthenticate>> {
  const { version, ...parts } = input;
  return call.write(async (tx) => {
    await changeObjects(tx, call.caller, authenticateKind, [{ id: policyId, version, fields: parts as Fields }]);
    const view = await policyView(call, tx);
    return { ...view, guardId: view.guard?.guardId ?? null, confirmBefore: view.guard?.confirmBefore ?? null };
  });
}

/** Which rule would decide. */
export async function simulateRules(call: Call, input: Parsed<typeof addressRuleSimulate>): Promise<Reply<typeof addressRuleSimulate>> {
  const { caller, services, db } = call;
  const range = caller.scope();
  const uid = input.empId ?? caller.uid;
  if (input.empId !== undefined) {
    const { rows } =
      await sql`select from unnest(${[uid]}::uuid[]) as p(id) where ${services.directory.employeeInRange(range, 'p.id')}`.execute(db);
    if (rows.length === 0) throw outOfRange();
  }
  const rules = input.rules ?? (await services.policy.now()).addressRules;
  const [wrong] = wrongNetworks(rules);
  if (wrong) throw new Refusal(11051, { value: wrong.value }, { path: `rules.rules.${wrong.rule}.networks` });
  const [person, grants] = await Promise.all([services.directory.byUid(db, uid), services.access.grants(uid)]);
  const roles = grants.roles.map(({ id }) => id);
  const belonging = await belongingOf(db, services.directory, uid, groupsIn(rules));
  const { rule, action } = judge(rules, {
    address: input.address,
    at: input.at ?? services.now(),
    roles,
    ...belonging,
    terminal: input.terminal ?? null,
  });
  return { rule, action, name: person?.name ?? '' };
}
