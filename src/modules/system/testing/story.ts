import { userManagement } from '#modules/people/common/permissions.ts';
import { tokenAdd } from '../common/token.contract.ts';
import type { Story, Told } from '../../../../tests/conformance/samples.ts';

/** What roles give on both sides, and a token. */
export async function story({ world, known, roles: { own, foreign } }: Story): Promise<Told> {
  const { boss, house, inside } = world;
  const { department, beside, guest } = known;
  const codes = [userManagement.code];
  await house.shape(own['sys']!, { codes, range: { kind: 'chosen', departmentIds: [inside.department.id, department] } });
  await house.shape(foreign['sys']!, { codes, range: { kind: 'chosen', departmentIds: [department] } });
  const expiresAt = Date.now() + 20 * 86_400_000;
  await boss.call(tokenAdd, { employeeId: beside, name: '内部令牌', codes, networks: [], expiresAt });
  return {
    asked: {
      'role/whoCan': [{ code: userManagement.code }, { empId: beside }, { empId: guest }],
      'role/preview': [{ roleId: own['sys'], add: [{ kind: 'employee', id: inside.person.id }] }],
    },
  };
}
