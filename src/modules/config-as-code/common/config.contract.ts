import { z } from 'zod';
import { planActions } from '#kit/common/change/plan.contract.ts';
import { endpoint } from '#kit/common/contract.ts';
import { id, longText, pageOf, pageQuery, searchText, text, time, version } from '#kit/common/schema.ts';
import { bundleFile, configDiff, planCounts } from './config-facts.ts';
import { configPage as page } from './permissions.ts';

/** Configuration belongs to the whole site: every call needs a range without limit (10910). */
const scope = 'department' as const;
const areaName = () =>
  z
    .string()
    .max(40)
    .regex(/^[a-z][a-z0-9-]*$/);
const areaNames = () =>
  z
    .array(areaName())
    .min(1)
    .max(50)
    .transform((all) => [...new Set(all)].toSorted());
const job = z.object({ jobId: id() });

/** An area of the configuration. */
export const areaRow = z.object({
  /** The area's name again: rows are chosen by it. */
  id: z.string(),
  area: z.string(),
  title: z.string(),
  /** Objects that have a file. */
  objects: z.int(),
  managedBy: z.enum(['console', 'file']),
  /** Writes by hand are taken and listed as drift. */
  allowHand: z.boolean(),
  exportedAt: time().nullable(),
  appliedAt: time().nullable(),
  appliedBy: z.string().nullable(),
  /** The bundle that says how it should be. */
  bundle: z.object({ id: id(), name: z.string() }).nullable(),
  driftAt: time().nullable(),
  drift: z.int(),
  version: version(),
});
export type AreaRow = z.output<typeof areaRow>;

/** The areas, in the order in which they are applied. */
export const areaList = endpoint({
  method: 'GET',
  path: 'config/area/list',
  summary: 'Areas of the configuration: objects, how they are managed, drift',
  access: { code: page.code },
  scope,
  input: pageQuery(['area'] as const).extend({
    /** In what an area is called, or in its name. */
    text: searchText().optional(),
    managedBy: z.enum(['console', 'file']).optional(),
    /** Only areas that differ from their file, or that do not. */
    drifted: z.boolean().optional(),
  }),
  reply: pageOf(areaRow),
});

/** A line that differs. */
export const lineRow = z.object({
  seq: z.int(),
  area: z.string(),
  kind: z.string(),
  path: z.string(),
  action: z.enum(planActions),
  name: z.string(),
  fields: z.array(configDiff),
  issues: z.array(z.object({ path: z.string(), message: z.string() })),
});
export type LineRow = z.output<typeof lineRow>;

/** What differs in an area that is managed by file: the first two hundred lines. */
export const areaDrift = endpoint({
  method: 'GET',
  path: 'config/area/drift',
  summary: 'What differs from the file in an area',
  access: { code: page.code },
  scope,
  input: z.object({ area: areaName() }),
  reply: z.object({ list: z.array(lineRow), total: z.int(), at: time().nullable() }),
});

/** Writes areas to a bundle. */
export const configExport = endpoint({
  method: 'POST',
  path: 'config/export',
  summary: 'Writes areas of the configuration to a bundle; runs as a job',
  access: { code: page.button.export },
  permitMore: 'the right to read each kind of object of the areas that it names',
  scope,
  audit: 'config.export',
  waits: 'unseen',
  subject: 'area',
  input: z.strictObject({ areas: areaNames() }),
  reply: job,
});

/** A bundle. */
export const bundleRow = z.object({
  id: id(),
  fileId: id(),
  name: z.string(),
  kind: z.enum(['export', 'upload']),
  version: z.string(),
  areas: z.array(z.string()),
  counts: z.record(z.string(), z.int()),
  at: time(),
  by: z.string(),
  /** The caller made it and may fetch its file. */
  mine: z.boolean(),
});
export type BundleRow = z.output<typeof bundleRow>;

/** Bundles that were exported or uploaded, the newest first. */
export const bundleList = endpoint({
  method: 'GET',
  path: 'config/bundle/list',
  summary: 'Bundles of the configuration',
  access: { code: page.code },
  scope,
  input: pageQuery(['at'] as const),
  reply: pageOf(bundleRow),
});

/** A bundle with its files. */
export const bundleGet = endpoint({
  method: 'GET',
  path: 'config/bundle/get',
  summary: 'A bundle and its files with their SHA-256',
  access: { code: page.code },
  scope,
  input: z.object({ id: id() }),
  reply: bundleRow.extend({ files: z.array(bundleFile) }),
});

/** Compares a bundle with what is there. */
export const configPlan = endpoint({
  method: 'POST',
  path: 'config/plan',
  summary: 'Plans a bundle: what would be created, changed, deleted or refused; runs as a job',
  access: { code: page.button.plan },
  permitMore: 'the right to read each kind of object of the areas that it names',
  scope,
  audit: 'config.plan',
  errors: [11080, 11081],
  bodyLimit: 2 * 1024 * 1024,
  input: z
    .strictObject({
      /** A file that was uploaded. */
      fileId: id().optional(),
      /** Or a bundle that is here already. */
      bundleId: id().optional(),
      /** All areas of the bundle unless said. */
      areas: areaNames().optional(),
      /** What the bundle does not hold is deleted, or goes back to what the product delivers. */
      prune: z.boolean().default(false),
      /** Values of `{ env: NAME }`. */
      mapping: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/), longText(4000)).default({}),
      /** An encrypted file of secrets (`npm run config -- secrets`) with its passphrase. */
      secretFile: longText(1_000_000).optional(),
      passphrase: z.string().min(8).max(200).optional(),
    })
    .refine(({ fileId, bundleId }) => (fileId === undefined) !== (bundleId === undefined), { path: ['fileId'] }),
  reply: job,
});

/** A plan. */
export const planRow = z.object({
  id: id(),
  at: time(),
  by: z.string(),
  bundle: z.object({ id: id(), name: z.string() }),
  prune: z.boolean(),
  areas: z.array(z.string()),
  state: z.enum(['planned', 'applying', 'applied', 'undone', 'discarded', 'failed']),
  counts: planCounts,
  impact: z.record(z.string(), z.number()),
  batchId: id().nullable(),
  appliedAt: time().nullable(),
  appliedBy: z.string().nullable(),
  reason: z.string().nullable(),
  expiresAt: time(),
});
export type ConfigPlanRow = z.output<typeof planRow>;

/** Plans, the newest first. */
export const planList = endpoint({
  method: 'GET',
  path: 'config/plan/list',
  summary: 'Plans of the configuration and what became of them',
  access: { code: page.code },
  scope,
  input: pageQuery(['at'] as const).extend({ state: z.array(planRow.shape.state).max(6).optional() }),
  reply: pageOf(planRow),
});

/** One plan. */
export const planGet = endpoint({
  method: 'GET',
  path: 'config/plan/get',
  summary: 'A plan of the configuration',
  access: { code: page.code },
  scope,
  input: z.object({ id: id() }),
  reply: planRow,
});

/** The lines of a plan. */
export const planItems = endpoint({
  method: 'GET',
  path: 'config/plan/items',
  summary: 'The lines of a plan, filtered by action, area and text',
  access: { code: page.code },
  scope,
  input: pageQuery(['seq'] as const).extend({
    planId: id(),
    action: z.array(z.enum(planActions)).max(planActions.length).optional(),
    area: areaName().optional(),
    text: searchText().optional(),
  }),
  reply: pageOf(lineRow),
});

/** Applies a plan: what was read is done, or nothing. Up to five thousand operations at once; more as a job. */
export const configApply = endpoint({
  method: 'POST',
  path: 'config/apply',
  summary: 'Applies a plan whose counts the caller repeats',
  access: { code: page.button.apply },
  scope,
  stepUp: true,
  byToken: true,
  waits: true,
  audit: 'config.apply',
  errors: [11070, 11074, 11083],
  timeout: 120_000,
  input: z.strictObject({ planId: id(), expected: planCounts, reason: text(500).optional() }),
  reply: z.object({ batchId: id().nullable(), jobId: id().nullable(), counts: planCounts }),
});

/** Throws a plan away. */
export const configDiscard = endpoint({
  method: 'POST',
  path: 'config/plan/discard',
  summary: 'Discards a plan that was not applied',
  access: { code: page.button.discard },
  scope,
  audit: 'config.discard',
  input: z.strictObject({ planId: id() }),
  reply: z.null(),
});

/** Takes an applied plan back. */
export const configUndo = endpoint({
  method: 'POST',
  path: 'config/undo',
  summary: 'Undoes an applied plan; runs as a job',
  access: { code: page.button.undo },
  scope,
  stepUp: true,
  audit: 'config.undo',
  waits: 'unseen',
  input: z.strictObject({ planId: id(), reason: text(500).optional() }),
  reply: job,
});

/** Compares areas with the bundle that says how they should be. */
export const configDrift = endpoint({
  method: 'POST',
  path: 'config/drift',
  summary: 'Looks for differences between areas and their files; runs as a job',
  access: { code: page.button.checkDrift },
  permitMore: 'the right to read each kind of object of the areas that it names',
  scope,
  audit: 'config.drift',
  input: z.strictObject({ areas: areaNames() }),
  reply: job,
});

/** Lets a file manage an area: writes by hand are refused with 11084, or listed as drift. */
export const areaLock = endpoint({
  method: 'POST',
  path: 'config/area/lock',
  summary: 'Lets files manage an area',
  access: { code: page.button.lockArea },
  scope,
  audit: 'config.lock',
  input: z.strictObject({
    area: areaName(),
    version: version(),
    /** The bundle that was last applied or exported unless said. */
    bundleId: id().optional(),
    allowHand: z.boolean().default(false),
  }),
  reply: areaRow,
});

/** Lets administrators manage an area by hand again. */
export const areaUnlock = endpoint({
  method: 'POST',
  path: 'config/area/unlock',
  summary: 'Lets administrators manage an area by hand again',
  access: { code: page.button.unlockArea },
  scope,
  audit: 'config.unlock',
  input: z.strictObject({ area: areaName(), version: version() }),
  reply: areaRow,
});
