import type { zh_CN } from './zh_CN.ts';

/** Texts of what apps use of the sign-in settings, of whom they are for, and of signing out elsewhere. */
export const ja_JP: Record<keyof typeof zh_CN, string> = {
  'tab.app': 'アプリ',
  'app.console': '管理コンソールのログイン画面',
  'app.consoleHint': 'サインイン方法の有効・無効、対象、順序から決まります。「サインイン方法」で変更します。',
  'app.opensWith': '「{name}」のフォームで開きます。',
  'app.opensWithout': 'パスワードのフォームはなく、他システムへのボタンだけで開きます。',
  'app.remembers': '前回のアカウントを記憶します。',
  'app.forgets': 'アカウントは記憶しません。',
  'app.place': '提供中、{n} 番目',
  'app.disabled': '提供なし：無効',
  'app.terminalsOnly': '提供なし：端末専用',
  'app.terminals': '端末',
  'app.terminalsHint': '保存されている対象プラットフォームです。端末アプリはまだないため、これによるサインインはありません。',
  'app.sources': 'パスワードを検証できるディレクトリ',
  'app.sourcesHint': 'ディレクトリへの接続は、現在サインイン設定に保存されています。',
  'app.noSources': '接続済みのディレクトリはありません',
};
