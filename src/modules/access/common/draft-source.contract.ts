import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import * as atoms from '#kit/common/schema.ts';
import { interfacePage, sapPage, soapPage } from './permissions.ts';
import { importLine } from './transfer.contract.ts';

const reply = z.object({ lines: z.array(importLine), applied: z.int() });
const shared = {
  method: 'POST',
  scope: 'department',
  audit: 'apiInterface.import',
  reply,
  errors: [14041, 14070],
  timeout: 60_000,
} as const;
const place = { prefixId: atoms.id(), plan: z.boolean().default(true) };
const names = z.array(atoms.text(300)).min(1).max(200);

/** Makes drafts of operations of a SOAP service. */
export const soapInterfaces = endpoint({
  ...shared,
  path: 'mas/soap/interfaces',
  access: { code: soapPage.button.importInterfaces },
  input: z.strictObject({ id: atoms.id(), ...place, names }),
  summary: 'Makes drafts of operations of a SOAP service, each with its parameters: first as a plan, then applied',
});

/** Makes drafts of entity sets or function modules of a SAP system. */
export const sapInterfaces = endpoint({
  ...shared,
  path: 'mas/sap/interfaces',
  access: { code: sapPage.button.importInterfaces },
  input: z.strictObject({ id: atoms.id(), ...place, names }),
  summary: 'Makes drafts of entity sets (a list and a single one each) or of function modules: first as a plan, then applied',
});

/** Makes drafts of the operations of an OpenAPI document. */
export const prefixInterfaces = endpoint({
  ...shared,
  path: 'mas/prefix/interfaces',
  access: { code: interfacePage.button.import },
  bodyLimit: 6 * 1024 * 1024,
  input: z.strictObject({ ...place, text: z.string().min(1).max(5_000_000), names: z.array(z.string().max(300)).max(500).default([]) }),
  summary: 'Makes drafts of the operations of an OpenAPI document below a prefix: first as a plan, then applied',
});
