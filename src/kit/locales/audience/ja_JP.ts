import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = {
  'audience.include': '対象',
  'audience.exclude': '除外',
  'audience.addExclude': '除外を追加',
  'audience.departments': '部門（下位を含む）',
  'audience.crowds': 'グループ',
  'audience.employees': '従業員',
  'audience.everybody': '全員',
  'audience.everybodyHint': '何も選択しない場合は全員が対象です',
  'audience.reaches': '{count} 人が対象',
  'audience.counting': '人数を計算しています…',
  'audience.department.n': '{count} 部門',
  'audience.crowd.n': '{count} グループ',
  'audience.employee.n': '{count} 人',
  'audience.except': '除外：{what}',
};
