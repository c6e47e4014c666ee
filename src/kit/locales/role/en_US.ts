import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = {
  'role.preset.super': 'Super administrator',
  'role.preset.system': 'System administrator',
  'role.preset.security': 'Security administrator',
  'role.preset.audit': 'Audit administrator',
  'role.presetHint.super': 'Holds every permission over all data',
  'role.presetHint.system': 'Governs settings and people, gives no permissions',
  'role.presetHint.security': 'Gives roles and permissions',
  'role.presetHint.audit': 'Reads logs and who holds what, changes nothing',
  'role.bySystem': 'System',
  'role.unknownCode': 'There is no resource {code}',
  'role.unknownMember': 'A chosen person or department does not exist',
  'role.noDepartment': 'Choose at least one department',
  'role.untilPast': 'The end lies in the past',
  'role.tooManyMembers': 'A role takes at most {maximum} members; use departments or crowds for more',
  'resource.notEmpty': 'It still holds resources; move them first',
  'resource.tooMany': 'There can be at most {maximum} resources',
};
