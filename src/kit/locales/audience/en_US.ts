import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = {
  'audience.include': 'For',
  'audience.exclude': 'Except',
  'audience.addExclude': 'Add exceptions',
  'audience.departments': 'Departments (with all below)',
  'audience.crowds': 'Dynamic groups',
  'audience.employees': 'People',
  'audience.everybody': 'Everyone',
  'audience.everybodyHint': 'Everybody, as long as nothing is chosen',
  'audience.reaches': 'Reaches {count} people',
  'audience.counting': 'Counting people…',
  'audience.department.n': 'Departments: {count}',
  'audience.crowd.n': 'Dynamic groups: {count}',
  'audience.employee.n': 'People: {count}',
  'audience.except': 'except {what}',
};
