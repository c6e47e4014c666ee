import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = {
  'role.preset.super': 'スーパー管理者',
  'role.preset.system': 'システム管理者',
  'role.preset.security': 'セキュリティ管理者',
  'role.preset.audit': '監査管理者',
  'role.presetHint.super': 'すべてのデータに対するすべての権限を持ちます',
  'role.presetHint.system': '設定と人を管理します。権限は付与できません',
  'role.presetHint.security': 'ロールと権限を付与します',
  'role.presetHint.audit': 'ログと権限の割り当てを閲覧します。変更はできません',
  'role.bySystem': 'システム',
  'role.unknownCode': 'リソース {code} はありません',
  'role.unknownMember': '選択した人または部門が存在しません',
  'role.noDepartment': '部門を一つ以上選択してください',
  'role.untilPast': '終了日時が過去です',
  'role.tooManyMembers': 'ロールのメンバーは最大 {maximum} 件です。部門または群を使ってください',
  'resource.notEmpty': '下位にリソースがあります。先に移動してください',
  'resource.tooMany': 'リソースは最大 {maximum} 件です',
};
