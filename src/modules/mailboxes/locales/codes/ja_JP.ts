import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = {
  'error.17001': 'この端末ではメールを使えません',
  'error.17002': 'メールサーバーがサインインを拒否しました。もう一度サインインしてください',
  'error.17003': 'メールサーバーに接続できません：{category}',
  'error.17004': 'メールボックスがいっぱいです',
  'error.17005': 'このメールボックスに対する「{right}」の権限がありません',
  'error.17006': '{address} としては送信できません',
  'error.17007': 'メールが {n} を超えています',
  'error.17008': 'このアドレスは既に {name} のものです',
  'error.17009': '個人のメールボックスへの許可には終了日と理由が必要です',
};
