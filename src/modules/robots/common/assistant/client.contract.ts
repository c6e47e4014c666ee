import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { id, longText, text, time } from '#kit/common/schema.ts';
import { awayRule, digestRule, keywordRule } from './assistant.contract.ts';
import { assistantFunctions, assistantLimits, reminderRepeats } from './words.ts';

const reminder = z.object({ id: z.string(), text: z.string(), at: time(), repeat: z.enum(reminderRepeats), nextAt: time().nullable() });

const own = z.object({
  /** An administrator disabled it. */
  enabled: z.boolean(),
  on: z.boolean(),
  name: z.string(),
  functions: z.array(z.enum(assistantFunctions)),
  /** Functions that the person's roles allow. */
  allowed: z.array(z.enum(assistantFunctions)),
  away: awayRule.nullable(),
  digest: digestRule,
  keywordReplies: z.array(keywordRule),
  reminders: z.array(reminder),
});

/** The person's own assistant. */
export const clientAssistantGet = clientEndpoint({
  method: 'GET',
  path: 'assistant/get',
  session: fullSession,
  rate: 'read',
  input: z.object({}),
  reply: own,
  summary: 'The assistant of the person at the terminal: functions, away rule, digest, keyword replies and reminders',
});

/** Changes the person's own assistant. */
export const clientAssistantUpdate = clientEndpoint({
  method: 'POST',
  path: 'assistant/update',
  session: fullSession,
  rate: 'write',
  input: z.strictObject({
    name: text(50).optional(),
    on: z.boolean().optional(),
    functions: z
      .array(z.enum(assistantFunctions))
      .max(assistantFunctions.length)
      .transform((all) => [...new Set(all)].toSorted())
      .optional(),
    away: awayRule.nullable().optional(),
    digest: digestRule.optional(),
    keywordReplies: z.array(keywordRule).max(assistantLimits.keywords).optional(),
  }),
  reply: own,
  summary: 'Changes the own assistant; a function that no role gives is refused with 65002, a disabled assistant with 10412',
});

/** Adds a reminder. */
export const clientReminderAdd = clientEndpoint({
  method: 'POST',
  path: 'assistant/reminder/add',
  session: fullSession,
  rate: 'write',
  input: z.strictObject({
    /** Made by the terminal: the same one is taken once. */
    id: id(),
    text: longText(500).trim().min(1),
    at: time(),
    repeat: z.enum(reminderRepeats).default('none'),
  }),
  reply: reminder,
  summary: 'Adds a reminder of one’s own; at most 200 that are still to come',
});

/** Removes a reminder. */
export const clientReminderRemove = clientEndpoint({
  method: 'POST',
  path: 'assistant/reminder/remove',
  session: fullSession,
  rate: 'write',
  input: z.strictObject({ id: id() }),
  reply: z.object({ removed: z.boolean() }),
  summary: 'Removes a reminder of one’s own',
});
