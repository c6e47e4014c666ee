import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, time, version } from '#kit/common/schema.ts';
import { messageManage } from './permissions.ts';
import { caseApprovals, mentionAllRules, pushPreviews, readMarkRules } from './words.ts';

const fields = {
  recallMinutes: z.int().min(0).max(1440),
  editMinutes: z.int().min(0).max(1440),
  textLimit: z.int().min(100).max(20_000),
  readMarks: z.enum(readMarkRules),
  /** Days of history that a new terminal gets. */
  historyDays: z.int().min(0).max(3650),
  mentionAllBy: z.enum(mentionAllRules),
  mentionAllPerDay: z.int().min(0).max(1000),
  perTenSeconds: z.int().min(1).max(1000),
  perHour: z.int().min(10).max(100_000),
  groupPerSecond: z.int().min(1).max(1000),
  pushPreview: z.enum(pushPreviews),
  caseMaxDays: z.int().min(1).max(90),
  caseApproval: z.enum(caseApprovals),
  /** Days for which messages whose time is over can be brought back. */
  undoDays: z.int().min(7).max(90),
};
/** How messaging works for everybody. */
export const settingFields = z.object(fields);
/** How messaging works for everybody. */
export type MessagingSetting = z.output<typeof settingFields>;

const document = z.object({ id: id(), version: version(), updatedAt: time(), updatedBy: z.string(), ...fields });

/** The settings of messaging. */
export const settingGet = endpoint({
  method: 'GET',
  path: 'im/setting/get',
  access: { code: messageManage.code },
  scope: 'none',
  input: z.object({}),
  reply: document,
  summary: 'How messaging works for everybody',
});

/** Changes settings of messaging. */
export const settingUpdate = endpoint({
  method: 'POST',
  path: 'im/setting/update',
  access: { code: messageManage.button.saveSetting },
  scope: 'site',
  audit: 'imSetting.update',
  dryRun: true,
  input: z.strictObject({ version: version(), ...settingFields.partial().shape }),
  reply: document,
  summary: 'Changes how messaging works for everybody',
});
