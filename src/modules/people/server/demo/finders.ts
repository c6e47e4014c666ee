import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { departmentList } from '../../common/department.contract.ts';
import { employeeList } from '../../common/employee.contract.ts';

/** The id of somebody of the sample company, as its administrators find it. */
export async function demoPerson(actor: DemoActor, account: string): Promise<string> {
  const { list } = await actor.call(employeeList, { text: account });
  return found(list.find((one) => one.account === account)?.id, account);
}

/** The id of a department of the sample company by its code. */
export async function demoDepartment(actor: DemoActor, code: string): Promise<string> {
  const { list } = await actor.call(departmentList, { text: code, pageSize: 1000, below: true });
  return found(list.find((one) => one.code === code)?.id, code);
}

function found(id: string | undefined, what: string): string {
  if (id === undefined) throw new Error(`The sample company has no ${what}`);
  return id;
}
