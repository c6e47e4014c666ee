import { subject } from '#kit/console/page/subject.ts';

/** Crowds, as their fields are labelled. */
export const crowd = subject('user-centre', 'crowd');
/** Members of a crowd. */
export const crowdMember = subject('user-centre', 'crowdMember');
/** Who joined a crowd, and who left it. */
export const crowdEvent = subject('user-centre', 'crowdEvent');
