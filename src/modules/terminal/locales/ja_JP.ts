import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = {
  'error.23001': 'ヘッダー {names} がないか、正しくありません',
  'error.23002': 'このアプリまたはプラットフォームは不明か、停止されています',
  'error.23003': 'このバージョンの呼び出しは終了しました。アプリを更新してください',
  'error.23010': '先に必要な操作：{next}',
  'error.23011': 'このサインイン方法はここでは使えません',
  'error.23012': 'アカウントまたはパスワードが正しくないか、現在サインインできません',
  'error.23013': '2 つ目の要素が正しくないか、期限切れです',
  'error.23014': '端末の証明が必要です',
  'error.23020': 'このサインインコードは期限切れか、使用済みです',
  'error.23021': '別の端末で確認されたか、拒否されました',
  'error.23022': 'この戻り先リンクは登録されていません',
  'error.23023': 'ID プロバイダーに拒否されました：{reason}',
  'error.23030': 'カーソルが古すぎます。最初からやり直してください',
  'issue.notYours': '{field} は本人では変更できません',
  'terminalPolicy.field.accessMinutes': 'アクセストークンの有効時間（分）',
  'terminalPolicy.field.refreshDays': '使用しないまま終了するまでの日数',
  'terminalPolicy.field.refreshWholeDays': 'セッションの最長日数',
  'terminalPolicy.field.qrLogin': 'コードの読み取りによるサインイン',
  'terminalPolicy.field.browserLogin': 'システムブラウザーによるサインイン',
};
