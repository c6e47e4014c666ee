import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = {
  'check.otherAnswer': 'この ID は別の回答に使われています',
  'check.noField': 'この項目はありません',
  'check.words': '{words}',
  'notice.new': '{system}：新しい ToDo があります',
  'notice.remind': '{system}：この ToDo の対応をお願いします',
  'notice.due': '{system}：この ToDo は期限が近いか、過ぎています',
  'notice.refused': '{system} が回答を受け付けませんでした。ToDo を開いて理由を確認してください',
  'notice.failed': '回答が {system} に届きませんでした。管理者が対応します',
  'notice.closed': '管理者が {system} への回答を手動で閉じました',
  'notice.handedOver': '{system}：ToDo が引き継がれました',
};
