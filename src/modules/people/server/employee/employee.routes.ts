import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as contract from '../../common/employee.contract.ts';
import { employeeProposeAccount } from '../../common/propose-account.contract.ts';
import { getEmployee, listEmployees } from './employee.query.ts';
import { purgeEmployees } from './employee.purge.ts';
import { addEmployee, disableEmployees, enableEmployees, restoreEmployees, unmaskEmployee, updateEmployee } from './employee.service.ts';
import { endEmployeeSessions, setEmployeePassword, signInOf, unlockEmployees } from './employee.sign-in.ts';
import { accountStem, freeAccount } from './propose-account.ts';
import { uploadedPicture } from '../pictures.ts';
import { deleteEmployees } from '../life/delete.service.ts';

/** Operations on people. */
export const employeeRoutes: readonly BoundRoute[] = [
  handle(contract.employeeList, ({ db, caller }, input) => listEmployees(db, caller, input)),
  handle(contract.employeeGet, ({ db, caller }, input) => getEmployee(db, caller, input.id)),
  handle(employeeProposeAccount, async ({ db, caller }, { name, reading }) => {
    const stem = accountStem(name, caller.language, reading);
    return { account: stem === undefined ? null : await freeAccount(db, stem) };
  }),
  handle(contract.employeeSignIn, (call, input) => signInOf(call, input.id)),
  handle(contract.employeeAdd, async (call, input) => {
    const picture = await uploadedPicture(call.services, call.caller.uid, input.avatarFileId);
    return call.write((tx) => addEmployee(tx, call.caller, input, picture));
  }),
  handle(contract.employeeUpdate, async (call, input) => {
    const picture = await uploadedPicture(call.services, call.caller.uid, input.avatarFileId);
    return call.write(async (tx) => {
      await updateEmployee(tx, call.caller, input, picture);
      return getEmployee(tx, call.caller, input.id);
    });
  }),
  handle(contract.employeeEnable, (call, input) => call.write(async (tx) => ({ count: await enableEmployees(tx, call.caller, input) }))),
  handle(contract.employeeDisable, (call, input) => call.write(async (tx) => ({ count: await disableEmployees(tx, call.caller, input) }))),
  handle(contract.employeeRemove, (call, input) =>
    call.write(async (tx) => ({ count: await deleteEmployees(tx, call.services, call.caller, input) })),
  ),
  handle(contract.employeeRestore, (call, input) => call.write(async (tx) => ({ count: await restoreEmployees(tx, call.caller, input) }))),
  handle(contract.employeePurge, (call, input) => call.write(async (tx) => ({ count: await purgeEmployees(tx, call.caller, input) }))),
  handle(contract.employeePassword, (call, input) => setEmployeePassword(call, input)),
  handle(contract.employeeUnlock, (call, input) => call.write(async (tx) => ({ count: await unlockEmployees(tx, call, input.ids) }))),
  handle(contract.employeeSessionEnd, (call, input) =>
    call.write(async (tx) => ({ count: await endEmployeeSessions(tx, call.caller, input.ids) })),
  ),
  handle(contract.employeeUnmask, (call, input) => call.write((tx) => unmaskEmployee(tx, call.caller, input))),
];
