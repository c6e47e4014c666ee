import { enumeration, type Enumeration } from '#kit/common/enumeration.ts';

/** Enumerations of properties. */
export const propertyEnumerations: readonly Enumeration[] = [
  enumeration('propertyType', [
    ['string', '单行文本', 'Line of text', '一行の文字'],
    ['text', '多行文本', 'Text', '文章'],
    ['integer', '整数', 'Whole number', '整数'],
    ['number', '数字', 'Number', '数値'],
    ['boolean', '是否', 'Yes or no', 'はい／いいえ'],
    ['json', 'JSON', 'JSON', 'JSON'],
    ['duration', '时长', 'Duration', '期間'],
    ['url', '网址', 'Web address', 'URL'],
    ['color', '颜色', 'Colour', '色'],
    ['list', '列表', 'List', 'リスト'],
  ]),
  enumeration('propertyScope', [
    ['site', '全站', 'Site', 'サイト全体'],
    ['app', '应用', 'App', 'アプリ'],
    ['platform', '平台', 'Platform', 'プラットフォーム'],
    ['department', '部门', 'Department', '部門'],
    ['crowd', '人群', 'Dynamic group', 'グループ'],
    ['role', '角色', 'Role', 'ロール'],
    ['employee', '员工', 'Employee', '従業員'],
  ]),
  enumeration('propertyExposure', [
    ['server', '仅服务端', 'Server only', 'サーバーのみ'],
    ['console', '控制台', 'Console', 'コンソール'],
    ['terminal', '终端', 'Terminals', '端末'],
  ]),
];
