import { newId } from '#kit/server/ids.ts';
import { everyoneRuleId } from '../common/rule.contract.ts';
import { whiteEntry } from '../common/white.contract.ts';
import type { Story, Told } from '../../../../tests/conformance/samples.ts';

const until = (): number => Date.now() + 20 * 86_400_000;

/** Devices that people on both sides use, with what was ordered of them; entries of allow lists. */
export async function story({ world, known }: Story): Promise<Told> {
  const { boss, house } = world;
  const { department, person, crowd, beside, guest } = known;
  const now = Date.now();
  const run = (text: string, values: unknown[]) => house.product.database.pool.query(text, values);
  const device = async (name: string, holders: readonly string[]): Promise<string> => {
    const id = newId();
    await run(
      `insert into device (id, created_at, updated_at, name, platform, install_id, signing_key, key_thumbprint, state, state_since, last_seen_at, last_employee_id, owner_dept_id, capabilities)
       values ($1, $2, $2, $3, 2, $4, '{}', $4, 'bound', $2, $2, $5, $6, '["message"]')`,
      [id, now, name, id, person, department],
    );
    await run(`insert into device_identifier (device_id, kind, value) values ($1, 'serial', $2)`, [id, `SERIAL${id}`]);
    for (const holder of holders)
      await run(
        `insert into device_binding (id, device_id, employee_id, state, origin, rule_id, requested_at, bound_at, updated_at)
         values ($1, $2, $3, 'bound', 'approval', $4, $5, $5, $5)`,
        [newId(), id, holder, everyoneRuleId, now],
      );
    await run(
      `insert into device_binding (id, device_id, employee_id, state, origin, requested_at, bound_at, unbound_at, unbound_by, unbound_who, updated_at)
       values ($1, $2, $3, 'unbound', 'auto', $4, $4, $4, 'employee', $5, $4)`,
      [newId(), id, person, now, person],
    );
    return id;
  };
  const [shared, foreign] = [await device('内部手机', [beside, person]), await device('隐匿手机', [person])];
  const command = newId();
  await run(
    `insert into device_command (id, device_id, enrolment, seq, kind, jws, hash, key_id, state, queued_at, queued_by) values ($1, $2, 1, 1, 'refresh', 'x', 'x', 'x', 'queued', $3, $4)`,
    [command, shared, now, person],
  );
  const order = newId();
  await run(
    `insert into erase_order (id, scope, app_id, reason, origin, state, hold_until, asked_at, asked_by, updated_at) values ($1, 'eraseApp', 'mail', 'a reason that is long', 'application', 'awaitingApproval', $2, $2, '', $2)`,
    [order, now],
  );
  for (const [id, name, holder] of [
    [shared, '内部手机', beside],
    [foreign, '隐匿手机', person],
  ])
    await run(
      `insert into erase_item (id, order_id, device_id, device_name, employee_id, state, ordered_at, updated_at) values ($1, $2, $3, $4, $5, 'awaitingApproval', $6, $6)`,
      [newId(), order, id, name, holder, now],
    );
  await run(
    `insert into sign_in_trace (ref, at, employee_id, device_id, platform, address, asked, code, step, steps) values ('TRACE1', $1, $2, $3, 2, '10.0.0.1', 'login', 0, 1, '[]')`,
    [now, beside, shared],
  );
  await run(
    `insert into sign_in_trace (ref, at, employee_id, device_id, platform, address, asked, code, step, steps) values ('TRACE2', $1, $2, $3, 2, '10.0.0.1', 'login', 0, 1, '[]')`,
    [now, person, shared],
  );
  for (const of of [{ crowdId: crowd }, { departmentId: department }, { employeeId: beside }])
    await boss.call(whiteEntry.add, { list: 'login', reason: 'x', until: until(), ...of });
  for (const [kind, id] of [
    ['crowd', crowd],
    ['department', department],
    ['employee', person],
  ])
    await run(`insert into bind_rule_member (rule_id, kind, member_id, since) values ($1, $2, $3, 1) on conflict do nothing`, [
      everyoneRuleId,
      kind,
      id,
    ]);
  return {
    asked: {
      'device/info/get': [{ id: shared }],
      'device/info/signIns': [{ deviceId: shared }],
      'device/info/unmask': [{ id: shared, kind: 'serial', reason: 'Who holds it' }],
      'device/command/list': [{ deviceId: shared }],
      'device/erase/get': [{ id: order }],
      'device/check': [beside, guest].map((empId) => ({ empId, address: '10.0.0.1', deviceId: shared })),
      'device/erase/preview': [{ deviceIds: [shared] }],
      'device/bind/rule/members': ['crowd', 'department', 'employee'].map((kind) => ({ ruleId: everyoneRuleId, kind, pageSize: 200 })),
    },
  };
}
