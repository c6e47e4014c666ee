import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = {
  'call.status': 'リクエストの状態が異常です（{status}）。',
  'call.failed': 'リクエストに失敗しました：{reason}',
  'call.timeout': 'サーバーから時間内に応答がありませんでした',
  'call.blocked': '同じアドレスへのリクエストが実行中だったため、前のリクエストを取り消しました',
  'call.outOfRange': 'このデータの権限がありません。スーパー管理者に連絡してください。',
  'call.missingRange': '不足している範囲：{range}',
  'call.notGranted': 'この機能の権限がありません：{name}',
};
