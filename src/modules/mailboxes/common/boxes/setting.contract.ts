import { bool, choice, integer, localText } from '#kit/common/crud/fields.ts';
import { settingContract } from '#kit/common/setting/setting-contract.ts';
import { mailHomePage } from '../permissions.ts';
import { notices } from './words.ts';

/** What holds for mail on all terminals. */
export const mailSetting = settingContract({
  module: 'mailboxes',
  kind: 'mailSetting',
  path: 'mail/setting',
  access: { read: mailHomePage.code, write: mailHomePage.button.saveSetting },
  answers: 'editor',
  summary: { get: 'What holds for mail on all terminals', update: 'Changes what holds for mail on all terminals' },
  fields: {
    blockRemoteImages: bool(),
    /** Above a mail from outside the domains of the servers. */
    externalBanner: localText(200),
    notify: choice(notices),
    /** Seconds for which a sent mail can be taken back. */
    undoSendSeconds: integer(0, 30),
    /** Days for which a mail can be put off. */
    sendLaterDays: integer(0, 60),
    /** Days for which lists are kept, for when a mail server is away. */
    keepCacheDays: integer(0, 30),
  },
});

/** Reads and changes what holds for mail on all terminals. */
export const { get: mailSettingGet, update: mailSettingUpdate } = mailSetting;
