import { subject } from '#kit/console/page/subject.ts';

export const fanSubject = subject('public-fans', 'fan');
export const commentSubject = subject('public-fans', 'comment');
export const likeSubject = subject('public-fans', 'pushLike');
export const readSubject = subject('public-fans', 'pushRead');
export const unreadSubject = subject('public-fans', 'pushUnread');
export const logSubject = subject('public-fans', 'snoLog');
