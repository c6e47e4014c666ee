import { journalReadings } from '#kit/console/change/revert-dialog.tsx';
import { departmentGet } from '../../common/department.contract.ts';
import { employeeGet, employeeList } from '../../common/employee.contract.ts';
import { extraForm, extraGet, extraList, extraUsage } from '../../common/extra/extra.contract.ts';

/** Whose answers a change of the fields makes old. */
export const extraReadings = [
  extraList,
  extraGet,
  extraUsage,
  extraForm,
  employeeList,
  employeeGet,
  departmentGet,
  ...journalReadings,
] as const;
