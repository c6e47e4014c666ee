import { whiteAdd } from '../common/file-rule.contract.ts';
import { memberLimitAdd } from '../common/member-limit.contract.ts';
import type { Story, Told } from '../../../../tests/conformance/samples.ts';

/** A file rule and a limit that name both sides. */
export async function story({ world, known, roles: { own } }: Story): Promise<Told> {
  const { boss, inside } = world;
  const { department, person, crowd, beside, guest } = known;
  const until = Date.now() + 20 * 86_400_000;
  await boss.call(whiteAdd, { roleId: own['fmm']!, ids: [beside, guest, person], reason: 'x', until });
  const parties = [
    { kind: 'employee' as const, id: person },
    { kind: 'employee' as const, id: beside },
    { kind: 'department' as const, id: department },
    { kind: 'crowd' as const, id: crowd },
  ];
  const { id } = await boss.call(memberLimitAdd, {
    name: '内部规则',
    ownerDeptId: inside.department.id,
    from: [{ kind: 'department', id: inside.department.id }, ...parties],
    to: parties,
    exceptions: [person],
    enabled: false,
  });
  return {
    asked: {
      'im/memberLimit/get': [{ id }],
      'im/memberLimit/list': [{ pageSize: 200, employeeId: beside }],
      'im/limit/simulate': [{ from: beside, to: guest, action: 'chat' }],
    },
  };
}
