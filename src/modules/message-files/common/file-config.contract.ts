import { z } from 'zod';
import { platforms } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { bool, integer, value } from '#kit/common/crud/fields.ts';
import { id, text } from '#kit/common/schema.ts';
import { settingContract, type SettingValues } from '#kit/common/setting/setting-contract.ts';
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

/** What holds for files in chats. */
export const fileConfig = settingContract({
  module: 'message-files',
  kind: 'imFileConfig',
  path: 'im/fileConfig',
  access: { read: page.code, write: page.button.save },
  answers: 'editor',
  summary: {
    get: 'Sizes, types, quotas and keeping times of files in chats',
    update: 'Changes sizes, types, quotas and keeping times of files in chats',
  },
  fields: {
    limits: value(z.strictObject({ single: byTerminal, group: byTerminal })),
    /** MiB that the files of one person, or of one group, may take; 0: no limit. */
    quotaPerson: integer(0, 100_000_000),
    quotaGroup: integer(0, 100_000_000),
    keepDays: value(keepDays),
    /** Days between the end of a file's time and the end of its bytes: so long it can be restored. */
    undoDays: integer(1, 90),
    /** How terminals make pictures smaller before they send them. */
    imageQuality: integer(10, 100),
    imageEdge: integer(320, 8192),
    keepOriginal: bool(),
    voiceSeconds: integer(10, 300),
    /** From how many MiB on a terminal sends in parts that can be resumed. */
    resumableAbove: integer(1, 1024),
    previewOn: bool(),
  },
});
/** What holds for files in chats. */
export type FileConfig = SettingValues<typeof fileConfig>;

/** Reads and changes what holds for files in chats. */
export const { get: fileConfigGet, update: fileConfigUpdate } = fileConfig;

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
