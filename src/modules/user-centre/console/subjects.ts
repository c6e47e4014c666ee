import { subject } from '#kit/console/page/subject.ts';

/** People, as their fields are labelled. */
export const employee = subject('user-centre', 'employee');
/** Departments, as their fields are labelled. */
export const department = subject('user-centre', 'department');
/** Crowds, as their fields are labelled. */
export const crowd = subject('user-centre', 'crowd');
/** Members of a crowd. */
export const crowdMember = subject('user-centre', 'crowdMember');
/** Who joined a crowd, and who left it. */
export const crowdEvent = subject('user-centre', 'crowdEvent');
/** Extra fields of people and departments. */
export const extraField = subject('user-centre', 'extraField');
