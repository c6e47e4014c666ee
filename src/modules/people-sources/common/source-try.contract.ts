import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, text } from '#kit/common/schema.ts';
import { sourceKinds } from './source-kinds.ts';
import { mappingRow } from './source-parts.ts';
import { sourcePage as page } from './source.permissions.ts';

/** A stored source, or one that is being entered: then with its secrets, and those that are stored where `id` is given too and its address is the same. */
const which = z.strictObject({
  id: id().optional(),
  kind: z.enum(sourceKinds).optional(),
  config: z.record(z.string(), z.json()).optional(),
  secrets: z.record(z.string().max(50), z.string().max(10_000)).optional(),
});

const tries = {
  method: 'POST',
  access: { code: page.button.test },
  scope: 'department',
  timeout: 60_000,
  errors: [12102, 12103, 12104, 12105, 12106],
} as const;

/** Tries the connection step by step. */
export const sourceTest = endpoint({
  ...tries,
  path: 'muc/source/test',
  audit: 'source.test',
  input: which,
  reply: z.object({
    ok: z.boolean(),
    lines: z.array(
      z.object({ step: z.string(), ok: z.boolean(), category: z.string().optional(), what: z.string().optional(), ms: z.int() }),
    ),
  }),
  summary: 'Tries the connection of a source',
});

const sampled = z.object({ of: z.enum(['employee', 'department']), values: z.record(z.string(), z.json()) });

/** A few raw records; secrets, hashes of passwords and pictures are dropped. */
export const sourceSample = endpoint({
  ...tries,
  path: 'muc/source/sample',
  audit: 'source.sample',
  input: which.extend({ n: z.int().min(1).max(50).default(10) }),
  reply: z.object({
    records: z.array(sampled),
    /** Every attribute seen, with up to three examples. */
    attributes: z.array(z.object({ of: z.enum(['employee', 'department']), name: z.string(), examples: z.array(z.string()) })),
  }),
  summary: 'A few raw records of a source',
});

/** Rows that suggest themselves for what the sample shows. */
export const sourceMappingSuggest = endpoint({
  ...tries,
  path: 'muc/source/mapping/suggest',
  reads: true,
  input: which.extend({ attributes: z.array(z.object({ of: z.enum(['employee', 'department']), name: text(200) })).max(500) }),
  reply: z.object({ rows: z.array(mappingRow) }),
  summary: 'Suggested rows of a mapping',
});

/** What a mapping would give, on the rows of a run that was read (`runId`) or on a sample; the other side is not asked. */
export const sourceMappingTry = endpoint({
  ...tries,
  path: 'muc/source/mapping/try',
  reads: true,
  input: z.strictObject({
    sourceId: id().optional(),
    runId: id().optional(),
    records: z.array(sampled).max(50).optional(),
    mapping: z.array(mappingRow).max(200),
    n: z.int().min(1).max(50).default(10),
  }),
  reply: z.object({
    rows: z.array(
      z.object({
        of: z.enum(['employee', 'department']),
        line: z.int().nullable(),
        values: z.record(z.string(), z.json()),
        issues: z.array(z.object({ path: z.string(), message: z.string() })),
      }),
    ),
    /** Of all rows of the run: how many would be valid. */
    valid: z.int(),
    invalid: z.int(),
  }),
  summary: 'What a mapping would give on rows that were read',
});

/** Takes an uploaded file into use. */
export const sourceUpload = endpoint({
  method: 'POST',
  path: 'muc/source/upload',
  access: { code: page.button.upload },
  scope: 'department',
  audit: 'source.upload',
  errors: [12101, 12120],
  timeout: 60_000,
  input: z.strictObject({ id: id(), fileId: id(), sheet: z.string().max(100).optional(), encoding: z.string().max(20).optional() }),
  reply: z.object({
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    sheets: z.array(z.string()),
    encoding: z.string().nullable(),
  }),
  summary: 'Takes an uploaded file into use and shows how it begins',
});
