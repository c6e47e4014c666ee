import type { Kind } from '#kit/server/change/kind.ts';
import { sourcePage } from '../../common/source.permissions.ts';
import { checkDepartmentRules, checkEmployeeRules, departmentKind, employeeKind } from '#modules/people/server/for-sources/public.ts';

const codes = { read: sourcePage.code, revert: sourcePage.button.undo };

/** Departments as a source changes them: under every rule but the one that keeps hands off what a source owns. */
export const runDepartmentKind: Kind = {
  ...departmentKind,
  codes,
  check: checkDepartmentRules,
  // Read when it is asked for: extra fields come and go.
  get fields() {
    return departmentKind.fields;
  },
};

/** People as a source changes them. */
export const runEmployeeKind: Kind = {
  ...employeeKind,
  codes,
  check: checkEmployeeRules,
  get fields() {
    return employeeKind.fields;
  },
};
