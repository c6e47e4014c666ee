import { subject } from '#kit/console/page/subject.ts';

/** People, as their fields are labelled. */
export const employee = subject('user-centre', 'employee');
/** Departments, as their fields are labelled. */
export const department = subject('user-centre', 'department');
/** What is set about people. */
export const peopleSetting = subject('user-centre', 'peopleSetting');
/** A merge of departments, as its steps are labelled. */
export const departmentMerging = subject('user-centre', 'departmentMerge');
/** Extra fields of people and departments. */
export const extraField = subject('user-centre', 'extraField');
/** What happens in people's lives here. */
export const life = subject('user-centre', 'life');
