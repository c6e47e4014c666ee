import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { longText, pageOf, pageQuery, text, time } from '#kit/common/schema.ts';
import { sceneConfigPage as page } from './permissions.ts';

const read = { method: 'GET', access: { code: page.code }, scope: 'department' } as const;

/** A published version. */
export const mikaVersionRow = z.object({
  id: z.string(),
  no: z.int(),
  note: z.string(),
  at: time(),
  byName: z.string(),
  rollbackOf: z.int().nullable(),
  scenes: z.int(),
  answers: z.int(),
  synonyms: z.int(),
  /** In force. */
  live: z.boolean(),
});
/** A published version. */
export type MikaVersionRow = z.output<typeof mikaVersionRow>;

/** Published versions. */
export const mikaVersionList = endpoint({
  ...read,
  path: 'mika/version/list',
  input: pageQuery(['no'] as const),
  reply: pageOf(mikaVersionRow),
  summary: 'Published versions, the newest first',
});

/** One difference between two versions. */
export const mikaDifference = z.object({
  kind: z.enum(['scene', 'answer', 'synonym']),
  id: z.string(),
  name: z.string(),
  what: z.enum(['added', 'changed', 'removed']),
  /** Fields that differ. */
  fields: z.array(z.string()),
});
/** One difference between two versions. */
export type MikaDifference = z.output<typeof mikaDifference>;

/** What differs between two versions. */
export const mikaCompare = endpoint({
  ...read,
  path: 'mika/compare',
  input: z.object({ from: z.int().min(0).default(0), to: z.int().min(0).optional() }),
  reply: z.object({ from: z.int(), to: z.int().nullable(), list: z.array(mikaDifference) }),
  summary: 'What differs between a published version and another one, or what is written now; 0 is nothing at all',
});

/** Puts what is written in force. */
export const mikaPublish = endpoint({
  method: 'POST',
  path: 'mika/publish',
  access: { code: page.button.publish },
  scope: 'department',
  audit: 'mika.publish',
  errors: [17031, 17033, 17034],
  input: z.strictObject({ note: text(500) }),
  reply: z.object({ no: z.int(), changes: z.int() }),
  summary:
    'Publishes the drafts of scenes in the range as a new version, in force everywhere within seconds; answers and synonyms of the site by who sees everything',
});

/** Puts an older version in force. */
export const mikaRollback = endpoint({
  method: 'POST',
  path: 'mika/rollback',
  access: { code: page.button.rollback },
  scope: 'site',
  audit: 'mika.rollback',
  input: z.strictObject({ no: z.int().min(1), note: longText(500).trim().default('') }),
  reply: z.object({ no: z.int() }),
  summary: 'Publishes an older version again as a new one; drafts stay as they are',
});
