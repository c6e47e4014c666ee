import { z } from 'zod';
import { platforms } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { id, text, time, version } from '#kit/common/schema.ts';
import { fileConfigPage as page } from './permissions.ts';
import { chatKinds, fileKinds, typeGroups, typeModes } from './words.ts';

/** Two gibibytes in mebibytes: what the file store takes. */
const mostMebibytes = 2 * 1024;
const mebibytes = () => z.int().min(0).max(mostMebibytes);

/** What holds in one sort of chat at one sort of terminal; sizes in MiB, 0 in a count or a sum: no limit. */
export const terminalLimit = z.strictObject({
  maxImage: mebibytes(),
  maxVideo: mebibytes(),
  maxFile: mebibytes(),
  typeMode: z.enum(typeModes),
  types: z.array(z.enum(typeGroups)).max(typeGroups.length),
  perDayCount: z.int().min(0).max(100_000),
  perDayBytes: z.int().min(0).max(1_000_000),
});
/** What holds in one sort of chat at one sort of terminal. */
export type TerminalLimit = z.output<typeof terminalLimit>;

const byTerminal = z.strictObject({ mobile: terminalLimit, desktop: terminalLimit });
const days = () => z.int().min(0).max(3650);
/** Days for which files of a kind are kept; 0: for ever. */
export const keepDays = z.strictObject({ image: days(), voice: days(), video: days(), file: days() });
/** Days for which files of a kind are kept. */
export type KeepDays = z.output<typeof keepDays>;

const fields = {
  limits: z.strictObject({ single: byTerminal, group: byTerminal }),
  /** MiB that the files of one person, or of one group, may take; 0: no limit. */
  quotaPerson: z.int().min(0).max(100_000_000),
  quotaGroup: z.int().min(0).max(100_000_000),
  keepDays,
  /** Days between the end of a file's time and the end of its bytes: so long it can be restored. */
  undoDays: z.int().min(1).max(90),
  /** How terminals make pictures smaller before they send them. */
  imageQuality: z.int().min(10).max(100),
  imageEdge: z.int().min(320).max(8192),
  keepOriginal: z.boolean(),
  voiceSeconds: z.int().min(10).max(300),
  /** From how many MiB on a terminal sends in parts that can be resumed. */
  resumableAbove: z.int().min(1).max(1024),
  previewOn: z.boolean(),
};
/** What holds for files in chats. */
export const fileConfigFields = z.object(fields);
/** What holds for files in chats. */
export type FileConfig = z.output<typeof fileConfigFields>;

const document = z.object({ id: id(), version: version(), updatedAt: time(), updatedBy: z.string(), ...fields });

/** What holds for files in chats. */
export const fileConfigGet = endpoint({
  method: 'GET',
  path: 'im/fileConfig/get',
  access: { code: page.code },
  scope: 'none',
  input: z.object({}),
  reply: document,
  summary: 'Sizes, types, quotas and keeping times of files in chats',
});

/** Changes what holds for files in chats. */
export const fileConfigUpdate = endpoint({
  method: 'POST',
  path: 'im/fileConfig/update',
  access: { code: page.button.save },
  scope: 'site',
  audit: 'imFileConfig.update',
  dryRun: true,
  input: z.strictObject({ version: version(), ...fileConfigFields.partial().shape }),
  reply: document,
  summary: 'Changes sizes, types, quotas and keeping times of files in chats',
});

/** The values that may decide about a file. */
export const deciders = ['none', 'type', 'size', 'perDayCount', 'perDayBytes', 'quotaPerson', 'quotaGroup', 'network', 'member'] as const;

/** Asks what would be said to somebody who sends a file. */
export const fileConfigCheck = endpoint({
  method: 'POST',
  path: 'im/fileConfig/check',
  reads: true,
  audit: 'imFileConfig.check',
  access: { code: page.button.check },
  scope: 'employee',
  input: z.strictObject({
    empId: id(),
    /** To one person, or into a group. */
    peerId: id().optional(),
    groupId: id().optional(),
    platform: z.literal([...platforms]),
    kind: z.enum(fileKinds).default('file'),
    name: text(255),
    /** Bytes. */
    size: z.int().min(1),
  }),
  reply: z.object({
    allowed: z.boolean(),
    code: z.int(),
    text: z.string().nullable(),
    decider: z.enum(deciders),
    chat: z.enum(chatKinds),
    typeGroup: z.enum(typeGroups),
  }),
  summary: 'May this person send such a file here, and which value decides',
});

/** What shorter keeping times would end. */
export const fileConfigEstimate = endpoint({
  method: 'POST',
  path: 'im/fileConfig/estimate',
  reads: true,
  access: { code: page.code },
  scope: 'site',
  input: z.strictObject({ keepDays }),
  reply: z.object({
    kinds: z.array(z.object({ kind: z.enum(fileKinds), files: z.int(), bytes: z.int(), held: z.int() })),
  }),
  summary: 'Files and bytes beyond keeping times; what a legal hold keeps is counted apart',
});
