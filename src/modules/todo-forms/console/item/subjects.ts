import { subject } from '#kit/console/page/subject.ts';

/** Texts by which lists and forms of to-dos are labelled. */
export const itemSubject = subject('todo-forms', 'todoItem');
export const answerSubject = subject('todo-forms', 'todoAnswer');
export const differenceSubject = subject('todo-forms', 'todoDifference');
export const managerSubject = subject('todo-forms', 'todoManager');
export const todoSettingSubject = subject('todo-forms', 'todoSetting');
