import { choice, integer } from '#kit/common/crud/fields.ts';
import { settingContract } from '#kit/common/setting/setting-contract.ts';
import { messageManage } from './permissions.ts';
import { caseApprovals, mentionAllRules, pushPreviews, readMarkRules } from './words.ts';

/** How messaging works for everybody. */
export const messagingSetting = settingContract({
  module: 'messaging',
  kind: 'imSetting',
  path: 'im/setting',
  access: { read: messageManage.code, write: messageManage.button.saveSetting },
  answers: 'editor',
  summary: { get: 'How messaging works for everybody', update: 'Changes how messaging works for everybody' },
  fields: {
    recallMinutes: integer(0, 1440),
    editMinutes: integer(0, 1440),
    textLimit: integer(100, 20_000),
    readMarks: choice(readMarkRules),
    /** Days of history that a new terminal gets. */
    historyDays: integer(0, 3650),
    mentionAllBy: choice(mentionAllRules),
    mentionAllPerDay: integer(0, 1000),
    perTenSeconds: integer(1, 1000),
    perHour: integer(10, 100_000),
    groupPerSecond: integer(1, 1000),
    pushPreview: choice(pushPreviews),
    caseMaxDays: integer(1, 90),
    caseApproval: choice(caseApprovals),
    /** Days for which messages whose time is over can be brought back. */
    undoDays: integer(7, 90),
  },
});

/** Reads and changes the settings of messaging. */
export const { get: settingGet, update: settingUpdate } = messagingSetting;
