import { subject } from '#kit/console/page/subject.ts';

/** People, as their fields are labelled. */
export const employee = subject('user-centre', 'employee');
/** Departments, as their fields are labelled. */
export const department = subject('user-centre', 'department');
/** What is set about people. */
export const peopleSetting = subject('user-centre', 'peopleSetting');
/** A merge of departments, as its steps are labelled. */
export const departmentMerging = subject('user-centre', 'departmentMerge');
/** Crowds, as their fields are labelled. */
export const crowd = subject('user-centre', 'crowd');
/** Members of a crowd. */
export const crowdMember = subject('user-centre', 'crowdMember');
/** Who joined a crowd, and who left it. */
export const crowdEvent = subject('user-centre', 'crowdEvent');
/** Extra fields of people and departments. */
export const extraField = subject('user-centre', 'extraField');
/** Sources of people. */
export const source = subject('user-centre', 'source');
/** Tokens by which an identity provider pushes. */
export const scimToken = subject('user-centre', 'scimToken');
/** Runs of a source. */
export const sourceRun = subject('user-centre', 'sourceRun');
/** What happens in people's lives here. */
export const life = subject('user-centre', 'life');
