import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import * as atoms from '#kit/common/schema.ts';
import { tags } from './interface.contract.ts';
import { interfacePage as page } from './permissions.ts';

/** Copies an interface. */
export const interfaceCopy = endpoint({
  method: 'POST',
  path: 'mas/interface/copy',
  access: { code: page.button.copy },
  scope: 'department',
  audit: 'apiInterface.copy',
  dryRun: true,
  errors: [14001, 14070],
  input: z.strictObject({ id: atoms.id(), prefixId: atoms.id(), code: atoms.codeText(64), name: atoms.text(100) }),
  reply: z.object({ id: atoms.id() }),
  summary: 'Adds an interface with the draft, callers and tags of another one; grants, versions and cases stay with that one',
});

/** Sets and takes off tags of interfaces. */
export const interfaceTag = endpoint({
  method: 'POST',
  path: 'mas/interface/tag',
  access: { code: page.button.tag },
  scope: 'department',
  audit: 'apiInterface.tag',
  dryRun: true,
  input: z.strictObject({ ids: atoms.ids(), addTags: tags.default([]), removeTags: tags.default([]) }),
  reply: atoms.count(),
  summary: 'Sets tags on interfaces and takes others off, without a publish',
});
