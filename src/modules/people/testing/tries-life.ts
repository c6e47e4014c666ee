import { employeeGet } from '../common/employee.contract.ts';
import { employeeLeave, employeeTransfer } from '../common/life/life.contract.ts';
import type { House } from '../../../../tests/access/house.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';

let made = 0;

/** Somebody, and another department to go to. */
async function mover(house: House) {
  made += 1;
  const id = await house.person([await house.department(`try-from-${made}`)]);
  const { version } = await house.boss.call(employeeGet, { id });
  return { id, version, assignments: [{ departmentId: await house.department(`try-to-${made}`), primary: true }] };
}

/** Somebody who has left. */
export async function leftPerson(house: House): Promise<string> {
  const { id } = await mover(house);
  const { jobId } = await house.boss.call(employeeLeave, { ids: [id] });
  await house.boss.jobEnd(jobId!);
  return id;
}

/** Inputs of writes of the life cycle. */
export const lifeTries: Readonly<Record<string, TrySample>> = {
  'muc/employee/transfer': mover,
  'muc/employee/transfer/confirm': async (house) => {
    const wish = await mover(house);
    const { eventId } = await house.boss.call(employeeTransfer, { ...wish, at: '2999-12-31' });
    await house.product.database.pool.query(`update employment_event set state = 'waiting' where id = $1`, [eventId]);
    return { id: wish.id };
  },
  'muc/employee/rehire': async (house) => {
    const { assignments } = await mover(house);
    const id = await leftPerson(house);
    return { id, assignments, version: (await house.boss.call(employeeGet, { id })).version };
  },
};
