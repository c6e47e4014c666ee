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
  'password.unprintable': '見えない文字が含まれています',
};
