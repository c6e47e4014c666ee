import type { Parsed } from '#kit/common/contract.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { interfaceCopy, interfaceTag } from '../common/interface-copy.contract.ts';
import { addInterface, interfaceInRange, readDefinition } from './interface.drafts.ts';
import { interfaces } from './interfaces.ts';

const mostTags = 20;

/** Adds an interface with the draft of another one; who copies it owns it. */
async function copy(tx: Tx, call: Call, { id, prefixId, code, name }: Parsed<typeof interfaceCopy>): Promise<{ id: string }> {
  const { description, tags, callers, definition } = await interfaceInRange(tx, call.caller, id);
  call.caller.note({ copyOf: id });
  const draft = { prefixId, code, name, description, tags, callers, ownerId: null, definition: readDefinition(definition) };
  return addInterface(tx, call, draft);
}

/** Sets tags on interfaces, each of which keeps its others. */
async function tag(tx: Tx, call: Call, { ids, addTags, removeTags }: Parsed<typeof interfaceTag>): Promise<{ count: number }> {
  const rows = await tx.selectFrom('api_interface').select(['id', 'tags']).where('id', 'in', ids).execute();
  const present = new Map(rows.map((row) => [row.id, row.tags]));
  const gone = new Set(removeTags);
  const changes = ids.map((id) => ({
    id,
    version: null,
    fields: { tags: [...new Set([...(present.get(id) ?? []).filter((one) => !gone.has(one)), ...addTags])] },
  }));
  if (changes.some(({ fields }) => fields.tags.length > mostTags))
    throw new InvalidInput([{ path: 'addTags', namespace: 'access', key: 'issue.manyTags', params: { count: mostTags } }]);
  await changeObjects(tx, call.caller, interfaces.kind, changes);
  call.caller.note({ addTags, removeTags });
  return { count: ids.length };
}

/** Copying and tagging of interfaces. */
export const interfaceCopyRoutes: readonly BoundRoute[] = [
  handle(interfaceCopy, (call, input) => call.write((tx) => copy(tx, call, input))),
  handle(interfaceTag, (call, input) => call.write((tx) => tag(tx, call, input))),
];
