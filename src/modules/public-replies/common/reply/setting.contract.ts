import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, time } from '#kit/common/schema.ts';
import { autoReplyPage as page } from './permissions.ts';
import { answers, windows } from './reply-fields.ts';

const isAnswered = ({ enabled, answers: list }: { enabled: boolean; answers: readonly unknown[] }): boolean => !enabled || list.length > 0;
const noAnswer = { path: ['answers'] };

/** What somebody is sent who follows for the first time. */
export const welcomeDocument = z.strictObject({ enabled: z.boolean(), answers }).refine(isAnswered, noAnswer);
/** What somebody is sent who follows for the first time. */
export type WelcomeDocument = z.output<typeof welcomeDocument>;

/** What is said out of hours: before the system reply, and as seldom. */
const offHours = z.strictObject({ enabled: z.boolean(), windows, answers }).refine(isAnswered, noAnswer);

/** What is said where no rule answers: at most once in so many minutes to one person. */
export const systemDocument = z
  .strictObject({ enabled: z.boolean(), answers, minutesBetween: z.int().min(1).max(10_080), offHours })
  .refine(isAnswered, noAnswer);
/** What is said where no rule answers. */
export type SystemDocument = z.output<typeof systemDocument>;

/** What holds before anybody has saved. */
export const usualWelcome: WelcomeDocument = { enabled: false, answers: [] };
/** What holds before anybody has saved. */
export const usualSystem: SystemDocument = {
  enabled: false,
  answers: [],
  minutesBetween: 60,
  offHours: { enabled: false, windows: [], answers: [] },
};

const stamped = {
  snoId: id(),
  /** 0: nobody has saved yet. */
  version: z.int().min(0),
  updatedAt: time().nullable(),
  updatedBy: z.string(),
};

function settingOf<D extends z.ZodType>(kind: 'welcome' | 'system', { document, what }: { document: D; what: string }) {
  const reply = z.object({ ...stamped, document });
  return {
    get: endpoint({
      method: 'GET',
      path: `mpm/reply/${kind}/get`,
      access: { code: page.code },
      scope: 'department',
      input: z.object({ snoId: id() }),
      reply,
      summary: `What an account says ${what}`,
    }),
    save: endpoint({
      method: 'POST',
      path: `mpm/reply/${kind}/save`,
      access: { code: page.button.save },
      scope: 'department',
      audit: 'reply.save',
      errors: [15011, 15032],
      input: z.strictObject({ snoId: id(), version: z.int().min(0), document }),
      reply,
      summary: `Changes what an account says ${what}`,
    }),
  };
}

/** The welcome. */
export const welcomeReply = settingOf('welcome', { document: welcomeDocument, what: 'to who follows it for the first time' });
/** The system reply and the off hours. */
export const systemReply = settingOf('system', { document: systemDocument, what: 'where no rule answers, and out of hours' });
