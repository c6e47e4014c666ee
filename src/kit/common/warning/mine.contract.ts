import { z } from 'zod';
import { endpoint } from '../contract.ts';
import { id, ids, time } from '../schema.ts';
import { noticeReasons, warningSeverities, warningStates } from './warning-facts.ts';

/** A warning the caller was told of. */
export const notifiedWarning = z.object({
  /** Of the notice. */
  id: id(),
  warningId: id(),
  severity: z.enum(warningSeverities),
  reason: z.enum(noticeReasons),
  /** How it stands now. */
  state: z.enum(warningStates),
  text: z.string(),
  at: time(),
  read: z.boolean(),
  /** Where it is repaired; null where no page is known. */
  link: z.string().nullable(),
});
export type NotifiedWarning = z.output<typeof notifiedWarning>;

/** Notifications of the caller in the console, newest first. */
export const warningMine = endpoint({
  method: 'GET',
  path: 'sys/warning/mine',
  access: { signedIn: true },
  input: z.object({ after: id().optional(), pageSize: z.int().min(1).max(100).default(20), open: z.boolean().optional() }),
  reply: z.object({ list: z.array(notifiedWarning), next: id().nullable(), unread: z.int() }),
  summary: 'Warnings the caller was told of',
});

/** Marks notices as read: these, or all. */
export const warningMineRead = endpoint({
  method: 'POST',
  path: 'sys/warning/mine/read',
  access: { signedIn: true },
  audit: 'warning.read',
  input: z.strictObject({ ids: ids().optional() }),
  reply: z.object({ count: z.int() }),
  summary: 'Marks what one was told of as read',
});
