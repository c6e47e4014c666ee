import { roleWords } from '#kit/server/audit/role-words.ts';
import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of roles, settings, assistants and schedules did, beside those of declared entities. */
export const ownWords: AuditWords = {
  ...roleWords('mrm', { zh: '机器人角色', en: 'a robot role', ja: 'ロボットロール' }),
  'mrmRole.function': said('修改了机器人角色的功能', 'Changed the functions of a robot role', 'ロボットロールの機能を変更した'),
  'robotSetting.update': said('修改了机器人设置', 'Changed the robot settings', 'ロボットの設定を変更した'),
  'robotSchedule.runNow': said('立即执行了定时任务', 'Ran a schedule', 'スケジュールを実行した'),
  'robotSchedule.pause': said('暂停或继续了定时任务', 'Paused or resumed schedules', 'スケジュールを一時停止または再開した'),
  'assistant.reset': said('重置了个人助手', 'Reset personal assistants', '個人アシスタントを初期化した'),
};
