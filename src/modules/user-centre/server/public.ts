export { createDirectory } from './directory.ts';
export { departmentPaths } from './department.tree.ts';
export { samePerson } from './same-person.ts';
export { departmentCodes, departmentsByCode } from './department.codes.ts';
export { maskMobile } from './employee.view.ts';
export { addressees, peopleAfter, type Addressed } from './people-after.ts';
export { mobileOf, setMobile } from './set-mobile.ts';
export { demoDepartment, demoPerson } from './demo/finders.ts';
export { primaryDepartments } from './primary-departments.ts';
