import type { terminalZhCN } from './zh_CN.ts';

export const terminalJaJP: Record<keyof typeof terminalZhCN, string> = {
  'fault.notAllowed': '差出人はこのメールボックスから送信できなくなりました',
  'fault.gone': 'メールボックスがなくなりました',
  'issue.address': '「{address}」はメールアドレスではありません',
  'issue.recipients': '宛先は 1 件以上 {n} 件以下にしてください',
  'issue.later': '送信を延期できるのは最大 {n} 日です',
  'issue.noPassword': 'このメールボックスではパスワードは不要です',
  'notice.failing.title': '{address} にもう一度サインインしてください',
  'notice.failing.text': 'メールサーバーが保存済みのパスワードを 3 回拒否しました。アカウントがロックされないよう、試行を止めています。',
  'notice.unsent.title': '送信できませんでした：{subject}',
  'notice.unsent.text': 'サーバーの応答：{reason}',
  'notice.partly.title': '一部の宛先が拒否されました：{subject}',
  'notice.partly.text': '{refused}',
};
