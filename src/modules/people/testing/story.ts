import type { Story, Told } from '../../../../tests/conformance/samples.ts';
import { employeeLeave } from '../common/life/life.contract.ts';

/** Somebody who leaves, with a successor outside. */
export async function story({ world: { boss, inside }, known }: Story): Promise<Told> {
  const { beside, guest, person, department, place } = known;
  const at = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  await boss.call(employeeLeave, { ids: [guest], at, successorId: person });
  return {
    asked: {
      'muc/batchGet': [{ employees: [beside, guest, person, inside.person.id], departments: [department, place] }],
      'muc/employee/batchUpdate/preview': [{ ids: [beside, guest], set: { title: 'x' } }],
    },
  };
}
