import { randomUUID } from 'node:crypto';
import { draftGet, draftPublish } from '../common/draft.contract.ts';
import { fileRule } from '../common/file-rule.contract.ts';
import { groupConfigUpdate, mdmRole, mdmSaveResources } from '../common/role.contract.ts';
import { whiteUser } from '../common/white-user.contract.ts';
import { mayUseFile } from '../server/public.ts';
import type { Story, Told, Values } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

const until = (): number => Date.now() + 20 * 86_400_000;

type Roles = Story['roles']['own'];

/** Settings of terminals that roles of both sides give. */
async function settingsOf({ boss }: World, own: Roles, foreign: Roles): Promise<void> {
  const versionOf = async (roleId: string): Promise<number> => (await boss.call(mdmRole.find, { roleId })).version;
  const unbind = { selfUnbind: 0, needsApproval: 1, coolDownHours: 1, eraseOnUnbind: null } as const;
  const screenshot = { prevent: 1 as const, report: 1 as const, places: ['files' as const] };
  for (const [roleId, groups] of [
    [own['mdm']!, { unbind }],
    [foreign['mdm']!, { screenshot }],
  ] as const)
    await boss.call(groupConfigUpdate, { roleId, version: await versionOf(roleId), groups });
  const roleId = foreign['mdm']!;
  await boss.call(mdmSaveResources, { roleId, version: await versionOf(roleId), functions: ['file.send', 'file.download'] });
}

/** Rules and allow lists of files that name both sides, and what was decided by them. */
export async function story({ world, known, roles: { own, foreign } }: Story): Promise<Told> {
  const roleId = own['mdm']!;
  await settingsOf(world, own, foreign);
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
  const whose: Values[] = [{ empId: beside }, { empId: guest }, { roleId }];
  const configs = ['group/config/query', 'signUnlockEnabled/config/query', 'unbind/config/query', 'device/bind/config'];
  return {
    asked: {
      ...Object.fromEntries(configs.map((path) => [`user/role/${path}`, whose])),
      'security/file/simulate': [...cases, ...refs.map((ref) => ({ ref }))],
      'security/file/decision/get': refs.map((ref) => ({ ref })),
      'security/file/watermark/find': [
        ...refs.map((ref) => ({ code: ref, reason: 'Where it went' })),
        { day, account, reason: 'Where it went' },
      ],
      'security/file/trail': [{ fileId, reason: 'Where it went' }],
    },
  };
}
