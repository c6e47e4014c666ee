import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import * as atoms from '#kit/common/schema.ts';
import { interfacePage as page } from './permissions.ts';

/** A line of an import: what would become of an interface of the file. */
export const importLine = z.object({
  path: z.string(),
  name: z.string(),
  kind: z.string(),
  action: z.enum(['add', 'change', 'same', 'refused']),
  /** Why it is refused, or which fields change. */
  detail: z.string(),
});
export type ImportLine = z.output<typeof importLine>;

/** Writes interfaces to a text. */
export const interfaceExport = endpoint({
  method: 'POST',
  path: 'mas/interface/export',
  access: { code: page.button.export },
  scope: 'department',
  audit: 'apiInterface.export',
  waits: 'again',
  subject: 'apiInterface',
  input: z.strictObject({
    ids: atoms.ids().optional(),
    systemId: atoms.id().optional(),
    prefixId: atoms.id().optional(),
    format: z.enum(['yaml', 'json']).default('yaml'),
  }),
  reply: z.object({ fileName: z.string(), text: z.string(), count: z.int() }),
  errors: [14070],
  summary: 'Interfaces as a text that the import reads again: connections by name, no secrets',
});

/** Reads interfaces from such a text. */
export const interfaceImport = endpoint({
  method: 'POST',
  path: 'mas/interface/import',
  access: { code: page.button.import },
  scope: 'department',
  audit: 'apiInterface.import',
  bodyLimit: 20 * 1024 * 1024,
  input: z.strictObject({
    text: z.string().min(1).max(10_000_000),
    /** Names of connections in the file by the name that they have here. */
    connections: z.record(z.string().max(200), z.string().max(200)).default({}),
    /** Only shows what would be done. */
    plan: z.boolean().default(true),
  }),
  reply: z.object({ lines: z.array(importLine), applied: z.int(), missing: z.array(z.object({ kind: z.string(), name: z.string() })) }),
  errors: [14070],
  timeout: 60_000,
  summary: 'Reads interfaces of a text as drafts: first as a plan, then applied; refused lines are left out',
});
