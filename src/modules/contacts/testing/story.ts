import { contactRole, contactSaveRanges } from '../common/role.contract.ts';
import { belongsSave } from '../common/special.contract.ts';
import type { Story, Told } from '../../../../tests/conformance/samples.ts';

/** Ranges and special user rules that name both sides. */
export async function story({ world, known, roles: { own, foreign } }: Story): Promise<Told> {
  const { boss, inside } = world;
  const { department, person, crowd, beside, guest } = known;
  const roleId = own['contact']!;
  const { version } = await boss.call(contactRole.find, { roleId });
  await boss.call(contactSaveRanges, {
    roleId,
    version,
    kind: 'auth',
    rows: [
      { kind: 'depts', ids: [department, inside.department.id] },
      { kind: 'crowds', ids: [crowd] },
      { kind: 'employees', ids: [beside, guest, person] },
    ],
  });
  const parties = [
    { kind: 'employee' as const, id: person },
    { kind: 'employee' as const, id: beside },
    { kind: 'department' as const, id: department },
    { kind: 'crowd' as const, id: crowd },
  ];
  await boss.call(belongsSave, { roleId: own['cpd']!, parties });
  await boss.call(belongsSave, { roleId: foreign['cpd']!, parties: [{ kind: 'employee', id: guest }] });
  return {
    asked: {
      'contact/check': [{ pairs: [{ viewerId: beside, targetId: guest }] }],
      'contact/viewers': [{ targetId: guest }],
      'contact/impact': [
        { draft: { kind: 'role', roleId, state: 'disabled' } },
        { draft: { kind: 'rule', roleId: own['cpd'], state: 'disabled' } },
      ],
    },
  };
}
