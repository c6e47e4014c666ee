import { subject } from '#kit/console/page/subject.ts';

/** People, as their fields are labelled. */
export const employee = subject('user-centre', 'employee');
/** Departments, as their fields are labelled. */
export const department = subject('user-centre', 'department');
