import { bool, integer, localText, value } from '#kit/common/crud/fields.ts';
import { settingContract } from '#kit/common/setting/setting-contract.ts';
import { z } from 'zod';
import { quietHours } from './account.contract.ts';
import { accountFrame } from './permissions.ts';

/** How many pushes of all accounts together one person gets at most; 0 is no limit. */
const capOverAll = z.strictObject({ perPersonPerDay: z.int().min(0).max(100), perPersonPerWeek: z.int().min(0).max(300) });

/** What holds for all accounts. */
export const mpmSetting = settingContract({
  module: 'public-accounts',
  kind: 'mpmSetting',
  path: 'mpm/setting',
  access: { read: accountFrame.code, write: accountFrame.button.settings },
  answers: 'editor',
  summary: { get: 'What holds for all public accounts', update: 'Changes what holds for all public accounts' },
  fields: {
    /** Of accounts that have none of their own. */
    quietHours: value(quietHours),
    /** Over all accounts. */
    cap: value(capOverAll),
    /** People from which a second person decides, of accounts that say nothing themselves; 0 is always. */
    approveAbove: integer(0, 1_000_000),
    urgentNeedsApproval: bool(),
    /** Days for which the single targets of a push are kept. */
    targetDays: integer(30, 3650),
    /** Hours after which what was withheld is not sent any more. */
    expireHours: integer(1, 720),
    /** What stands in the place of a message that was withdrawn. */
    recallBadge: localText(60),
  },
});

/** Reads and changes what holds for all accounts. */
export const { get: mpmSettingGet, update: mpmSettingUpdate } = mpmSetting;
