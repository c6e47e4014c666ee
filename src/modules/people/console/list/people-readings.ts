import { departmentGet, departmentList, departmentTree } from '../../common/department.contract.ts';
import { employeeGet, employeeList, employeeSignIn } from '../../common/employee.contract.ts';

/** Whose answers a change of people makes old: lists, the person, and the numbers of people in departments. */
export const peopleReadings = [employeeList, employeeGet, employeeSignIn, departmentTree, departmentList, departmentGet] as const;
