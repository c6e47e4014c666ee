import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = {
  'target.field.name': '氏名',
  'target.field.department': '部署',
  'target.field.state': '状態',
  'target.field.reason': '理由',
  'target.field.tries': '試行回数',
  'target.field.at': '日時',
  'target.field.reachedAt': '端末到達',
  'target.field.readAt': '既読',
  'target.field.seconds': '閲覧秒数',
  'target.field.recallState': '取り消し',
  'target.field.messageId': 'メッセージ ID',
};
