import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = {
  'function.robot/send.title': 'ロボットとして送信',
  'function.robot/send.summary': '許可範囲内のロボットが、参加しているグループや従業員にメッセージを送信します。',
  'function.robot/reply.title': 'ロボットのイベントに返信',
  'function.robot/reply.summary': '30 分以内に、イベントのトークンを使ってそのグループに返信します。',
  'input.robot': 'ロボットのコード',
  'input.message': 'メッセージ：kind（text、markdown、card）と同名の内容、mention',
  'input.token': 'イベントのトークン',
};
