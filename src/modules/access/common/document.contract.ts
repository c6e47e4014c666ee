import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { languages } from '#kit/common/language.ts';
import * as atoms from '#kit/common/schema.ts';
import { accessSystemPage, interfacePage } from './permissions.ts';

/** Forms in which the document of a system is written. */
export const documentFormats = ['markdown', 'html'] as const;

/** How a document is asked for, whatever it is about. */
const form = { format: z.enum(documentFormats).default('html'), language: z.enum(languages).optional() };
const written = z.object({ fileName: z.string(), text: z.string(), interfaces: z.int() });

/** Writes for a partner what they may call. */
export const systemDocument = endpoint({
  method: 'GET',
  path: 'mas/system/document',
  access: { code: accessSystemPage.button.document },
  scope: 'department',
  reads: true,
  audit: 'document.write',
  input: z.object({ systemId: atoms.id(), ...form }),
  reply: written,
  summary: 'What a system may call: addresses, parameters, signature, codes; no secrets and nothing that is not granted',
});

/** Writes how an interface is called. */
export const interfaceDocument = endpoint({
  method: 'GET',
  path: 'mas/interface/document',
  access: { code: interfacePage.button.document },
  scope: 'department',
  reads: true,
  audit: 'document.write',
  input: z.object({ id: atoms.id(), ...form }),
  reply: written,
  summary: 'How an interface is called, of its live version: address, parameters, signature, codes; no secrets and nothing of its target',
});
