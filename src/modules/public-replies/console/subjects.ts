import { subject } from '#kit/console/page/subject.ts';

export const conversationSubject = subject('public-replies', 'userConversation');
export const menuSubject = subject('public-replies', 'snoMenu');
