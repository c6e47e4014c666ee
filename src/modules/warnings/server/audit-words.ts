import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const warningWords: AuditWords = {
  'warning.ack': said('确认了告警', 'Acknowledged alerts', '警告を確認した'),
  'warning.assign': said('指派了告警', 'Assigned alerts', '警告の担当者を決めた'),
  'warning.resolve': said('将告警标为已解决', 'Resolved alerts by hand', '警告を解決にした'),
  'warningRule.add': said('新增了告警规则', 'Added an alert rule', '警告ルールを追加した'),
  'warningRule.delete': said('删除了告警规则', 'Deleted alert rules', '警告ルールを削除した'),
  'warningRule.update': said('修改了告警规则', 'Edited an alert rule', '警告ルールを編集した'),
  'noticePerson.add': said('新增了通知人', 'Added a notice person', '通知先を追加した'),
  'noticePerson.delete': said('删除了通知人', 'Deleted notice persons', '通知先を削除した'),
  'noticePerson.status': said('启用或停用了通知人', 'Switched a notice person on or off', '通知先の有効・無効を切り替えた'),
  'noticePerson.test': said('测试了通知渠道', 'Tried a channel of a notice person', '通知チャネルをテストした'),
  'noticePerson.update': said('修改了通知人', 'Edited a notice person', '通知先を編集した'),
  'noticePerson.verify': said('验证了通知人的地址', 'Proved the address of a notice person', '通知先のアドレスを検証した'),
  'silence.add': said('新增了告警静默', 'Silenced alerts', '警告のサイレンスを追加した'),
  'silence.end': said('结束了告警静默', 'Ended a silence of alerts', '警告のサイレンスを終了した'),
};
