import { randomUUID } from 'node:crypto';
import { newId } from '../../../../src/kit/server/ids.ts';
import { everyoneRuleId } from '../../../../src/modules/devices/common/rule.contract.ts';
import { whiteEntry } from '../../../../src/modules/devices/common/white.contract.ts';
import { draftGet, draftPublish } from '../../../../src/modules/file-security/common/draft.contract.ts';
import { fileRule } from '../../../../src/modules/file-security/common/file-rule.contract.ts';
import { whiteUser } from '../../../../src/modules/file-security/common/white-user.contract.ts';
import { mayUseFile } from '../../../../src/modules/file-security/server/public.ts';
import type { Marked } from './marks.ts';
import type { World } from '../world.ts';

type Known = Pick<Marked, 'department' | 'person' | 'crowd' | 'beside' | 'guest'>;
type Asked = Readonly<Record<string, Record<string, unknown>[]>>;

const until = (): number => Date.now() + 20 * 86_400_000;

/** Devices that people on both sides use, with what was ordered of them; entries of allow lists. */
export async function devicesStory(world: World, known: Known): Promise<Asked> {
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
    'device/info/get': [{ id: shared }],
    'device/info/signIns': [{ deviceId: shared }],
    'device/info/unmask': [{ id: shared, kind: 'serial', reason: 'Who holds it' }],
    'device/command/list': [{ deviceId: shared }],
    'device/erase/get': [{ id: order }],
    'device/check': [beside, guest].map((empId) => ({ empId, address: '10.0.0.1', deviceId: shared })),
    'device/erase/preview': [{ deviceIds: [shared] }],
    'device/bind/rule/members': ['crowd', 'department', 'employee'].map((kind) => ({ ruleId: everyoneRuleId, kind, pageSize: 200 })),
  };
}

/** Rules and allow lists of files that name both sides, and what was decided by them. */
export async function filesStory(world: World, known: Known, roleId: string): Promise<Asked> {
  const { boss, house } = world;
  const { department, person, crowd, beside, guest } = known;
  const { pool } = house.product.database;
  const now = Date.now();
  await house.confirm(boss);
  await boss.call(fileRule.add, {
    name: '内部发送规则',
    kind: 'send',
    actions: ['send'],
    mode: 'enforce',
    who: [
      { kind: 'department', id: department },
      { kind: 'crowd', id: crowd },
      { kind: 'employee', id: person },
      { kind: 'employee', id: beside },
    ],
    roleIds: [roleId],
  });
  const { published, hash } = await boss.call(draftGet, {});
  await boss.call(draftPublish, { number: published.number, hash, note: 'x' });
  for (const of of [{ crowdId: crowd }, { departmentId: department }, { employeeId: guest }])
    await boss.call(whiteUser.add, { reason: 'x', until: until(), ...of });
  const fileId = randomUUID();
  await pool.query(
    `insert into file (id, hash, name, type, size, purpose, owner, created_at) values ($1, $2, 'plan.txt', 'text/plain', 1, 'im', $3, $4)`,
    [fileId, fileId.replaceAll('-', '').repeat(2), beside, now],
  );
  const refs: string[] = [];
  for (const employeeId of [beside, guest, person])
    for (const action of ['send', 'download'] as const) {
      const file = { name: 'plan.txt', type: 'document' as const, size: 1 };
      const { ref } = await mayUseFile(house.product.services, {
        employeeId,
        action,
        platform: 2,
        address: null,
        file,
        recipientIds: action === 'send' ? [person, guest] : [],
        language: 'zh_CN',
      });
      refs.push(ref);
      await pool.query('update file_decision set file_id = $1 where ref = $2', [fileId, ref]);
    }
  const { rows: accounts } = await pool.query<{ account: string }>('select account from employee where id = $1', [beside]);
  const [day, account] = [new Date(now).toISOString().slice(0, 10), accounts[0]!.account];
  const cases = [beside, guest].flatMap((employeeId) =>
    ['send', 'download', 'preview'].map((action) => ({
      case: { employeeId, action, file: {}, recipientIds: action === 'send' ? [beside] : [] },
    })),
  );
  return {
    'security/file/simulate': [...cases, ...refs.map((ref) => ({ ref }))],
    'security/file/decision/get': refs.map((ref) => ({ ref })),
    'security/file/watermark/find': [
      ...refs.map((ref) => ({ code: ref, reason: 'Where it went' })),
      { day, account, reason: 'Where it went' },
    ],
    'security/file/trail': [{ fileId, reason: 'Where it went' }],
  };
}
