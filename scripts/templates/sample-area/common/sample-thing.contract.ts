import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { codeText, count, id, ids, longText, pageOf, pageQuery, searchText, stamps, text, version } from '#kit/common/schema.ts';
import { sampleThingPage as page } from './permissions.ts';

const fields = {
  name: text(100),
  code: codeText(64).nullable(),
  departmentId: id(), // #scoped
  description: longText(1000).nullable(),
};

/** What an administrator enters for a new one. */
export const sampleThingDraft = z.strictObject({
  name: fields.name,
  code: fields.code.default(null),
  departmentId: fields.departmentId, // #scoped
  description: fields.description.default(null),
});

/** A change: the version that was read, and the changed fields only. */
export const sampleThingChange = z.strictObject({ id: id(), version: version(), ...z.object(fields).partial().shape });

/** What leaves the server. */
export const sampleThingRow = z.object({
  ...stamps,
  name: z.string(),
  code: z.string().nullable(),
  departmentId: id(), // #scoped
  departmentName: z.string(), // #scoped
  description: z.string().nullable(),
  enabled: z.boolean(),
});
export type SampleThingRow = z.output<typeof sampleThingRow>;

const bulk = () => z.strictObject({ ids: ids(), reason: longText(500).optional() });

/** The list. */
export const sampleThingList = endpoint({
  method: 'GET',
  path: 'sampleArea/sampleThing/list',
  access: { code: page.code },
  scope: 'department',
  input: pageQuery(['name', 'code', 'createdAt', 'updatedAt'] as const).extend({
    /** Anywhere in name or code. */
    text: searchText().optional(),
    enabled: z.boolean().optional(),
    departmentId: id().optional(), // #scoped
  }),
  reply: pageOf(sampleThingRow),
  dedupe: 'cancel-previous',
  summary: 'Sample things by filters and search',
});

/** One of them. */
export const sampleThingGet = endpoint({
  method: 'GET',
  path: 'sampleArea/sampleThing/get',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: id() }),
  reply: sampleThingRow,
  summary: 'One sample thing',
});

/** A new one. */
export const sampleThingAdd = endpoint({
  method: 'POST',
  path: 'sampleArea/sampleThing/add',
  access: { code: page.button.add },
  scope: 'department',
  audit: 'sampleThing.add',
  dryRun: true,
  input: sampleThingDraft,
  reply: z.object({ id: id() }),
  summary: 'Adds to the sample things',
});

/** Changed fields of one. */
export const sampleThingUpdate = endpoint({
  method: 'POST',
  path: 'sampleArea/sampleThing/update',
  access: { code: page.button.update },
  scope: 'department',
  audit: 'sampleThing.update',
  dryRun: true,
  input: sampleThingChange,
  reply: sampleThingRow,
  summary: 'Changes fields of one sample thing',
});

/** Makes them effective again. */
export const sampleThingEnable = endpoint({
  method: 'POST',
  path: 'sampleArea/sampleThing/enable',
  access: { code: page.button.enable },
  scope: 'department',
  audit: 'sampleThing.enable',
  dryRun: true,
  input: bulk(),
  reply: count(),
  summary: 'Enables sample things',
});

/** Takes them out of use; they stay in the list. */
export const sampleThingDisable = endpoint({
  method: 'POST',
  path: 'sampleArea/sampleThing/disable',
  access: { code: page.button.disable },
  scope: 'department',
  audit: 'sampleThing.disable',
  dryRun: true,
  input: bulk(),
  reply: count(),
  summary: 'Disables sample things',
});

/** Deletes them; the journal can bring them back for 30 days. */
export const sampleThingRemove = endpoint({
  method: 'POST',
  path: 'sampleArea/sampleThing/delete',
  access: { code: page.button.delete },
  scope: 'department',
  audit: 'sampleThing.delete',
  dryRun: true,
  input: bulk(),
  reply: count(),
  summary: 'Deletes sample things',
});
