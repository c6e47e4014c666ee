import { z } from 'zod';
import { platformNumber } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { id, pageOf, pageQuery, searchText, text, time } from '#kit/common/schema.ts';
import { versionPage, versionViewPage } from './permissions.ts';

const filters = {
  appId: id(),
  platform: platformNumber().optional(),
  versionId: id().optional(),
  empId: id().optional(),
  departmentId: id().optional(),
  channel: text(32).optional(),
  /** Only terminals to which a version was offered that they have not installed. */
  open: z.stringbool().optional(),
  /** Part of the model or of the system. */
  text: searchText().optional(),
};
/** A terminal with the version that it has, and what it was offered and has not installed. */
const terminalRow = z.object({
  /** The terminal. */
  id: z.string(),
  personName: z.string(),
  departmentName: z.string(),
  platform: platformNumber(),
  versionName: z.string(),
  buildNo: z.string(),
  channel: z.string(),
  model: z.string(),
  system: z.string(),
  lastSeen: time(),
  offeredName: z.string(),
  offerState: z.string(),
  reason: z.string(),
});
/** A terminal of an app. */
export type TerminalRow = z.output<typeof terminalRow>;

const read = { method: 'GET', scope: 'employee', subject: 'appTerminal' } as const;

/** Who has which version of an app. */
export const terminalList = endpoint({
  ...read,
  path: 'mam/terminal/list',
  access: { code: versionPage.code },
  input: pageQuery(['lastSeen', 'buildNo', 'model', 'system']).extend(filters),
  reply: pageOf(terminalRow),
  dedupe: 'cancel-previous',
  summary: 'Terminals of an app in range: person, version, model, system, and what was offered and not installed',
});
/** Terminals of an app as a file. */
export const terminalExport = endpoint({
  method: 'POST',
  scope: 'employee',
  subject: 'appTerminal',
  path: 'mam/terminal/export',
  access: { code: versionPage.button.export },
  audit: 'terminal.export',
  waits: 'unseen',
  input: z.strictObject({ ...filters, open: z.boolean().optional(), format: z.enum(['xlsx', 'csv']) }),
  reply: z.object({ jobId: id() }),
  summary: 'Writes the terminals of an app to a file, as a job',
});

const view = { method: 'GET', access: { code: versionViewPage.code } } as const;

/** How far terminals came hour by hour. */
export const rolloutFunnel = endpoint({
  ...view,
  scope: 'department',
  path: 'mam/rollout/funnel',
  input: z.object({ versionId: id(), hours: z.int().min(1).max(720).default(168) }),
  reply: z.object({
    list: z.array(
      z.object({
        at: time(),
        offered: z.int(),
        downloaded: z.int(),
        installed: z.int(),
        started: z.int(),
        failed: z.int(),
        crashed: z.int(),
      }),
    ),
  }),
  summary: 'How many terminals took each step of a version in each hour; hours without any are left out',
});
/** Terminals that did not get a version, with what stopped them. */
export const rolloutReasons = endpoint({
  ...view,
  scope: 'employee',
  path: 'mam/rollout/reasons',
  input: pageQuery(['lastSeen']).extend({ versionId: id(), reason: text(100).optional() }),
  reply: pageOf(
    z.object({
      id: z.string(),
      personName: z.string(),
      departmentName: z.string(),
      state: z.string(),
      reason: z.string(),
      detail: z.string(),
      lastSeen: time(),
    }),
  ),
  summary: 'Terminals in range that failed, skipped or crashed with a version, each with its reason',
});
const healthOf = z.object({
  versionId: id(),
  versionName: z.string(),
  buildNo: z.string(),
  gates: z.array(z.object({ gate: z.string(), value: z.number(), sample: z.int(), least: z.int() })),
});
/** What gates measure of a version and of the one before it. */
export const rolloutHealth = endpoint({
  ...view,
  scope: 'department',
  path: 'mam/rollout/health',
  input: z.object({ versionId: id() }),
  reply: z.object({ now: healthOf, before: healthOf.nullable() }),
  summary: 'Crashes, install failures and silence of a version beside those of the version before it',
});
