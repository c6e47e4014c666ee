import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { localText } from '#kit/common/language.ts';
import { count, id, ids, searchText, time, version } from '#kit/common/schema.ts';
import { resourcePage as page, roleAuthority } from './permissions.ts';

const names = () => localText(60).strict();
const code = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z][A-Za-z0-9_-]*$/);
/** An address that a custom page shows inside the frame; hosts are checked by the frame. */
const target = z.url({ protocol: /^https?$/ }).max(1000);

/** What the product delivers for a node. */
const shipped = z.object({ names: localText(200), icon: z.string().nullable(), parent: z.string().nullable(), orderNo: z.int() });

/** A node of the permission tree. */
export const resourceNode = z.object({
  id: id(),
  version: version(),
  code: z.string(),
  parent: z.string().nullable(),
  kind: z.enum(['menu', 'button', 'url']),
  /** The group at the top. */
  module: z.string(),
  /** In the caller's language. */
  moduleName: z.string(),
  route: z.string().nullable(),
  /** In the caller's language. */
  name: z.string(),
  names: localText(200),
  icon: z.string().nullable(),
  orderNo: z.int(),
  visible: z.boolean(),
  nested: z.boolean(),
  dangerous: z.boolean(),
  origin: z.enum(['shipped', 'custom']),
  shipped: shipped.nullable(),
  /** What an administrator changed of what was delivered. */
  changed: z.array(z.enum(['names', 'icon', 'parent', 'orderNo', 'visible'])),
  /** Came with the last upgrade. */
  fresh: z.boolean(),
  retiredAt: time().nullable(),
  /** How many roles grant it; super administrators' roles grant everything and are not counted. */
  roles: z.int(),
  /** Under which words the operations behind it are logged. */
  words: z.array(z.string()),
  updatedAt: time(),
  updatedBy: z.string(),
});
/** A node of the permission tree. */
export type ResourceNode = z.output<typeof resourceNode>;

/** The whole permission tree as a list: parents by code, siblings in their order. */
export const resourceTree = endpoint({
  method: 'GET',
  path: 'sys/resource/tree',
  access: { anyOf: [page.code, roleAuthority.code] },
  scope: 'none',
  input: z.object({
    module: z.string().max(100).optional(),
    text: searchText().optional(),
    /** With nodes that the product no longer has. */
    withRetired: z.boolean().default(false),
  }),
  reply: z.object({
    nodes: z.array(resourceNode),
    /** Word for the order of the children of each node ('' for the top), to be sent back with a new order. */
    orders: z.record(z.string(), z.int()),
  }),
  summary: 'The permission tree',
});

const operation = z.object({ method: z.string(), path: z.string(), summary: z.string(), audit: z.string().nullable() });

/** One node with what is behind it. */
export const resourceFind = endpoint({
  method: 'GET',
  path: 'sys/resource/find',
  access: { anyOf: [page.code, roleAuthority.code] },
  scope: 'none',
  input: z.object({ code: z.string().min(1).max(200) }),
  reply: resourceNode.extend({
    operations: z.array(operation),
    heldBy: z.array(z.object({ id: z.string(), module: z.string(), name: z.string(), enabled: z.boolean() })),
  }),
  summary: 'A node with the operations behind it and the roles that grant it',
});

const entered = {
  names: names(),
  icon: z.string().min(1).max(60).nullable(),
  parent: z.string().min(1).max(200).nullable(),
  visible: z.boolean(),
};

/** A node of one's own: a folder, or a page that shows an address inside the frame. */
export const resourceDraft = z.strictObject({
  ...entered,
  code,
  icon: entered.icon.default(null),
  parent: entered.parent.default(null),
  visible: entered.visible.default(true),
  /** Without it the node is a folder. */
  target: target.nullable().default(null),
});

/** Adds a node. */
export const resourceSave = endpoint({
  method: 'POST',
  path: 'sys/resource/save',
  access: { code: page.button.add },
  scope: 'none',
  audit: 'resource.add',
  dryRun: true,
  input: resourceDraft,
  reply: z.object({ id: id() }),
  errors: [11011],
  summary: 'A new folder or framed page in the menu',
});

/** A change of a node. */
export const resourceChange = z.strictObject({
  id: id(),
  version: version(),
  ...z.object(entered).partial().shape,
  target: target.optional(),
});

/** Changes a node; codes never change. */
export const resourceUpdate = endpoint({
  method: 'POST',
  path: 'sys/resource/update',
  access: { code: page.button.update },
  scope: 'none',
  audit: 'resource.update',
  dryRun: true,
  input: resourceChange,
  reply: resourceNode,
  errors: [11011],
  summary: 'Changes names, icon, place or visibility of a node',
});

/** Back to what the product delivers. */
export const resourceReset = endpoint({
  method: 'POST',
  path: 'sys/resource/reset',
  access: { code: page.button.reset },
  scope: 'none',
  audit: 'resource.reset',
  dryRun: true,
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  errors: [11011],
  summary: 'Gives nodes back the names, icons, places and visibility that the product delivers',
});

/** Deletes custom nodes; a shipped one can be hidden (11010). */
export const resourceRemove = endpoint({
  method: 'DELETE',
  path: 'sys/resource/delete',
  access: { code: page.button.delete },
  scope: 'none',
  audit: 'resource.delete',
  dryRun: true,
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  errors: [11010],
  summary: 'Deletes custom nodes',
});

/** The order of all children of a node. */
export const resourceReorder = endpoint({
  method: 'POST',
  path: 'sys/resource/reorder',
  access: { code: page.button.reorder },
  scope: 'none',
  audit: 'resource.reorder',
  dryRun: true,
  /** All children, each once; one may come from another parent. 10409 carries `{ version, ids }` as they are now. */
  input: z.strictObject({ parentId: id().nullable(), ids: z.array(id()).min(1).max(1000), version: z.int().min(0) }),
  reply: z.null(),
  errors: [11011],
  summary: 'Sets the order of the children of a node',
});

/** Writes the tree to a file. The job's result is `{ fileId, rows }`. */
export const resourceExport = endpoint({
  method: 'POST',
  path: 'sys/resource/export',
  access: { code: page.button.export },
  scope: 'none',
  audit: 'resource.export',
  waits: 'unseen',
  subject: 'resource',
  input: z.strictObject({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  reply: z.object({ jobId: id() }),
  summary: 'Exports the permission tree',
});
