import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = {
  'fanTag.mergeTitle': 'タグを統合',
  'fanTag.mergeHint': '{names} のファンに選択したタグを付け、これらのタグを削除します。',
  'fanTag.mergeInto': '統合先',
  'fanTag.ruleHint': 'すべての条件を満たす必要があります。部署や動的グループは、いずれか一つで足ります。',
  'fanTag.overlap': 'ファンが重なるタグ',
  'fanTag.shared': '{count} 人',
  'fanTag.add': 'タグを追加',
  'fanTag.edit': 'タグを編集',
  'fan.curveNote': '本人によるフォローと解除を集計',
  'fan.tagCount': '{count} 人を更新します',
  'fan.tag': 'タグを付ける',
  'fan.untag': 'タグを外す',
  'comment.reply': '返信',
  'comment.close': 'コメントを締め切る',
  'comment.block': '投稿者をブロック',
  'comment.field.closeAfterDays': '締め切りまでの日数（0 は無期限）',
};
