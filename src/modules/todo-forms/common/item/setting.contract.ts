import { bool, integer } from '#kit/common/crud/fields.ts';
import { settingContract } from '#kit/common/setting/setting-contract.ts';
import { managerPage } from '../permissions.ts';

/** How to-dos work for everybody. */
export const todoSetting = settingContract({
  module: 'todo-forms',
  kind: 'todoSetting',
  path: 'todo/setting',
  access: { read: managerPage.code, write: managerPage.button.saveSetting },
  answers: 'editor',
  summary: { get: 'How to-dos work for everybody', update: 'Changes how to-dos work for everybody' },
  fields: {
    /** Minutes of the day by the site's clock; equal ones are no quiet hours. */
    quietFrom: integer(0, 1439),
    quietTo: integer(0, 1439),
    dueReminders: bool(),
    /** Reminders after an item was due, one a day. */
    dailyReminders: integer(0, 5),
    /** Reminders by hand, an item and day. */
    handReminders: integer(0, 3),
    /** Days after which an item that was due expires. */
    expireDays: integer(30, 400),
    /** Hours for which an answer is tried. */
    answerHours: integer(1, 48),
    /** Days for which calls of answers are kept. */
    callDays: integer(7, 180),
  },
});

/** Reads and changes the settings of to-dos. */
export const { get: todoSettingGet, update: todoSettingUpdate } = todoSetting;
