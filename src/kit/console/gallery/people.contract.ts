import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id } from '#kit/common/schema.ts';
import { galleryPage as page } from './gallery-permissions.ts';

const choice = z.object({ id: id(), name: z.string(), account: z.string(), place: z.string(), inRange: z.boolean() });
const wanted = { text: z.string().max(100).optional(), ids: z.array(id()).max(500).optional() };

const pickAt = (path: string) =>
  endpoint({
    method: 'GET',
    path: `gallery/pick/${path}`,
    summary: 'What can be chosen',
    access: { code: page.code },
    scope: 'none',
    input: z.object(wanted),
    reply: z.object({ list: z.array(choice) }),
  });

/** People by text, or by id. */
export const pickPeople = pickAt('people');
/** Crowds by text, or by id. */
export const pickCrowds = pickAt('crowds');

const treeNode = z.object({
  id: id(),
  parentId: id().nullable(),
  name: z.string(),
  leaf: z.boolean(),
  count: z.int(),
  inRange: z.boolean(),
  enabled: z.boolean(),
});
/** A department of the gallery. */
export type TreeNodeRow = z.output<typeof treeNode>;

/** Departments below one, by text, by id, or above one. */
export const pickDepartments = endpoint({
  method: 'GET',
  path: 'gallery/pick/departments',
  summary: 'Departments that can be chosen',
  access: { code: page.code },
  scope: 'none',
  input: z.object({ ...wanted, parentId: id().optional(), of: id().optional() }),
  reply: z.object({ list: z.array(treeNode.extend({ fullName: z.string() })) }),
});

/** Moves a department. */
export const treeMove = endpoint({
  method: 'POST',
  path: 'gallery/tree/move',
  summary: 'Moves a department',
  access: { code: page.button.move },
  scope: 'none',
  audit: 'gallery.move',
  input: z.strictObject({ id: id(), parentId: id().nullable(), beforeId: id().nullable() }),
  reply: z.null(),
});
