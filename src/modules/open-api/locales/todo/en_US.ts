import type { zh_CN } from './zh_CN.ts';

/** Texts of the functions of to-dos. */
export const en_US: Record<keyof typeof zh_CN, string> = {
  'sysApi.code.todo/add': 'Push to-dos',
  'sysApi.code.todo/update': 'Change a to-do',
  'sysApi.code.todo/finish': 'Finish a to-do',
  'sysApi.code.todo/withdraw': 'Withdraw a to-do',
  'sysApi.code.todo/get': 'Read a to-do',
  'sysApi.code.todo/open': 'Open to-dos',
  'function.todo/add.title': 'Push to-dos',
  'function.todo/add.summary':
    'Takes up to 500 items (outId, template, data, people of 1 to 500, …) and answers each. The same outId with the same content is answered as the first time.',
  'function.todo/update.title': 'Change a to-do',
  'function.todo/update.summary':
    'Changes data, stage, due date or people (people.add, people.remove) of an item of the system; answers its new revision.',
  'function.todo/finish.title': 'Finish a to-do',
  'function.todo/finish.summary': 'Marks an item of the system as done, or the part of one person.',
  'function.todo/withdraw.title': 'Withdraw a to-do',
  'function.todo/withdraw.summary': 'Takes back an item of the system; it is closed on all terminals.',
  'function.todo/get.title': 'Read a to-do',
  'function.todo/get.summary': 'Answers the status of an item of the system, and that of each person.',
  'function.todo/open.title': 'Open to-dos',
  'function.todo/open.summary': 'Lists the open items of the system in the order of their outId, page by page, to compare with its own.',
  'input.items': 'The items, at most 500',
  'input.revision': 'The revision that the system knows; another one is refused',
  'input.data': 'Data of the form, checked against the template',
  'input.stage': 'Code of the stage',
  'input.people': 'People to add (add) and to remove (remove)',
  'input.reason': 'Reason, at most 500 characters',
  'input.person': 'Only the part of this person',
  'input.limit': 'Rows of a page, at most 1,000',
};
