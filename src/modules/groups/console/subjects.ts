import { subject } from '#kit/console/page/subject.ts';

export const typeSubject = subject('groups', 'groupType');
export const memberSubject = subject('groups', 'groupMember');
export const eventSubject = subject('groups', 'groupEvent');
