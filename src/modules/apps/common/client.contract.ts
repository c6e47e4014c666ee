import { z } from 'zod';
import { clientEndpoint } from '#kit/common/client/client-endpoint.ts';
import { id, time } from '#kit/common/schema.ts';

/** What a terminal is told to do about a newer version. */
export const upgradeActions = ['none', 'prompt', 'silent', 'forced', 'hold', 'blocked'] as const;

/** Whether there is a newer version for this terminal. */
export const clientUpgradeCheck = clientEndpoint({
  method: 'GET',
  path: 'app/upgrade/check',
  session: null,
  proof: true,
  known: true,
  rate: 'read',
  offline: 'the last heard; forced with 72 hours of grace',
  input: z.object({
    channel: z.string().max(32).default('stable'),
    system: z.string().max(32).default(''),
    model: z.string().max(100).default(''),
    /** 1 where the terminal installs without asking. */
    canSilent: z.coerce.number().min(0).max(1).default(0),
  }),
  reply: z.object({
    action: z.enum(upgradeActions),
    version: z.object({ id: id(), versionName: z.string(), buildNo: z.string() }).nullable(),
    notes: z.string(),
    size: z.int(),
    sha256: z.string(),
    /** Where the package is fetched, by ranges; empty where there is none. */
    address: z.string(),
    /** For iOS: the address of the manifest. */
    manifest: z.string(),
    /** From when on the terminal must have upgraded; null where nothing forces. */
    deadline: time().nullable(),
    remindHours: z.int(),
    nextCheck: z.int(),
  }),
  summary: 'Whether a newer version is offered to this terminal, by its person where a session is sent along',
});

/** What a terminal reports about a version. */
export const reportKinds = [
  'offered',
  'downloading',
  'downloaded',
  'installing',
  'installed',
  'started',
  'failed',
  'skipped',
  'crash',
  'hang',
  'coldStart',
  'signInFailed',
] as const;

/** Events of a terminal about versions. */
export const clientReport = clientEndpoint({
  method: 'POST',
  path: 'app/report',
  session: null,
  proof: true,
  known: true,
  rate: 'write',
  input: z.strictObject({
    events: z
      .array(
        z.strictObject({
          id: z.string().min(8).max(64),
          kind: z.enum(reportKinds),
          at: time(),
          versionId: id(),
          reasonCode: z.string().max(64).optional(),
          detail: z.string().max(8192).optional(),
        }),
      )
      .min(1)
      .max(200),
  }),
  reply: z.object({ accepted: z.int() }),
  summary: 'What happened with versions at this terminal; a repeated event is dropped',
});
