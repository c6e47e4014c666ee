import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = {
  'error.17031': 'この言い回しは「{scene}」にもあります',
  'error.17032': 'テスト文 {n} 件が失敗しています',
  'error.17033': '書き込みを行うシーンは確認が必要です',
  'error.17034': 'このインターフェースは mika に許可されていません',
  'error.17035': 'スロット {slot}：{reason}',
  'error.17036': '{name} が引き継ぎました',
  'error.17037': 'mika はこれを行えません：{function}',
  'error.17038': 'セッションは終了しました',
};
