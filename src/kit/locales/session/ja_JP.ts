import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = {
  'error.10401': 'アカウント、パスワード、または画像コードが正しくありません',
  'password.tooShort': '{least} 文字以上にしてください',
  'password.tooLong': '長すぎます',
  'password.classes': '文字の種類が足りません',
  'password.common': 'よく使われるため推測されやすいパスワードです',
  'password.context': 'アカウントや氏名を含めないでください',
  'password.repeated': '同じ文字の繰り返しが多すぎます',
  'password.sequence': '連続した文字が含まれています',
  'password.reused': '現在または最近使用したパスワードと同じです',
  'session.kind.local': 'アカウントとパスワード',
  'login.ways': 'ほかのログイン方法',
  'login.noEmployee': 'この本人情報ではログインできません。管理者に連絡してください',
  'login.notReached': 'ログインシステムに接続できません。しばらくしてから再試行するか、別の方法を使ってください',
  'login.wayGone': 'このログイン方法は利用できなくなりました',
  'login.notBelieved': 'ログインシステムの応答を受け入れられませんでした。もう一度試し、繰り返す場合は管理者に連絡してください',
  'login.restart': 'このログインは無効になりました。もう一度やり直してください',
  'login.denied': 'ログインシステムが同意しませんでした',
  'login.clock': 'ログインシステムの応答の期限が切れています。もう一度試し、繰り返す場合は双方の時計を確認してください',
  'password.unprintable': '見えない文字が含まれています',
};
