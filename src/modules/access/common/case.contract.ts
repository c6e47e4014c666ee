import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import * as atoms from '#kit/common/schema.ts';
import { interfacePage as page } from './permissions.ts';

/** With what a case calls. */
export const caseValues = z.strictObject({
  query: z.record(z.string().max(128), z.string().max(20_000)).default({}),
  headers: z.record(z.string().max(128), z.string().max(4000)).default({}),
  body: atoms.longText(200_000).default(''),
});

/** What a case expects: the class of the answer, and values at paths of it. */
export const caseExpect = z.strictObject({
  class: z.string().max(30).default('ok'),
  values: z
    .array(z.strictObject({ path: atoms.text(200), equals: atoms.longText(2000) }))
    .max(50)
    .default([]),
});

/** How a case ended. */
export const caseResult = z.object({
  id: atoms.id(),
  name: z.string(),
  ok: z.boolean(),
  class: z.string(),
  ms: z.number(),
  /** What is not as expected. */
  differences: z.array(z.object({ path: z.string(), expected: z.string(), found: z.string() })),
  sentence: z.string(),
});
export type CaseResult = z.output<typeof caseResult>;

/** A case of an interface. */
export const caseRow = z.object({
  id: atoms.id(),
  version: atoms.version(),
  name: z.string(),
  values: caseValues,
  expect: caseExpect,
  /** The masked answer that was recorded. */
  recorded: z.string().nullable(),
  lastAt: atoms.time().nullable(),
  lastOk: z.boolean().nullable(),
});
export type CaseRow = z.output<typeof caseRow>;

/** Cases of an interface. */
export const caseList = endpoint({
  method: 'GET',
  path: 'mas/case/list',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ interfaceId: atoms.id() }),
  reply: z.object({ list: z.array(caseRow) }),
  summary: 'Cases of an interface, with how they ended last',
});

/** Keeps a run as a case. */
export const caseSave = endpoint({
  method: 'POST',
  path: 'mas/case/save',
  access: { code: page.button.record },
  scope: 'department',
  audit: 'case.save',
  dryRun: true,
  errors: [14070],
  input: z.strictObject({
    interfaceId: atoms.id(),
    /** Of a case that is changed. */
    id: atoms.id().optional(),
    version: atoms.version().optional(),
    name: atoms.text(100),
    values: caseValues.prefault({}),
    expect: caseExpect.prefault({}),
    recorded: z.string().max(65_536).nullable().default(null),
  }),
  reply: z.object({ id: atoms.id() }),
  summary: 'Keeps a run of the workbench as a case, or changes one',
});

/** Deletes cases. */
export const caseDelete = endpoint({
  method: 'POST',
  path: 'mas/case/delete',
  access: { code: page.button.record },
  scope: 'department',
  audit: 'case.delete',
  dryRun: true,
  input: z.strictObject({ ids: atoms.ids() }),
  reply: atoms.count(),
  summary: 'Deletes cases of interfaces',
});

/** Runs cases. */
export const caseRun = endpoint({
  method: 'POST',
  path: 'mas/case/run',
  access: { code: page.button.test },
  scope: 'department',
  audit: 'case.run',
  permit: { by: 'write', codes: { true: page.button.testWrite } },
  input: z.strictObject({
    interfaceId: atoms.id(),
    /** All of the interface where none is named. */
    ids: z.array(atoms.id()).max(50).default([]),
    /** The interface changes something at the other side, and that is meant. */
    write: z.boolean().default(false),
  }),
  reply: z.object({ list: z.array(caseResult), passed: z.int() }),
  timeout: 130_000,
  summary: 'Runs cases of the draft against the live system behind, and compares what comes with what is expected',
});
