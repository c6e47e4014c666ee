import type { Services } from '#kit/server/services.ts';
import { patched } from './patch.ts';
import { resourceOf, type Resource } from './resource.ts';
import { badRequest } from './scim-error.ts';
import type { ScimCaller } from './scim-caller.ts';
import { keepChanged, keepNew } from './scim-keep.ts';
import { assertVersion, findResource, type Stored } from './scim-store.ts';
import type { ResourceSchema } from './schema.ts';

/** A resource that was written down, and what it was before; undefined for a new one. */
export interface Settling {
  word: string;
  row: Stored;
  was: Resource | undefined;
}

/** What tells one kind of resource from another. */
export interface ResourceWorks {
  readonly schema: ResourceSchema;
  /** The attribute that names it. */
  readonly name: string;
  /** What stands here follows the resource. Throws where that can't be. */
  settle(services: Services, caller: ScimCaller, settling: Settling): Promise<void>;
  /** What stands here goes, as far as it does; the resource is removed after that. Throws where that can't be: then it stays. */
  remove(services: Services, caller: ScimCaller, now: Stored): Promise<void>;
}

/** A change of one resource. */
export interface Requested {
  id: string;
  sent: unknown;
  ifMatch: string | undefined;
}

/** A new resource; 409 where the name is taken. */
export async function createResource(services: Services, caller: ScimCaller, works: ResourceWorks, sent: unknown): Promise<Stored> {
  const resource = resourceOf(sent, works.schema);
  assertNamed(works, resource);
  const settle = (row: Stored): Promise<void> => works.settle(services, caller, { word: 'scim.create', row, was: undefined });
  return keepNew(services, caller, works.schema.name, { resource, settle });
}

/** The whole resource again (what is not sent is no more), or some of it (RFC 7644 3.5.2). */
export async function changeResource(
  services: Services,
  caller: ScimCaller,
  works: ResourceWorks,
  { id, sent, ifMatch, how }: Requested & { how: 'replace' | 'patch' },
): Promise<Stored> {
  const now = await findResource(services.database.db, caller, works.schema, id);
  assertVersion(now, ifMatch);
  const resource = how === 'replace' ? resourceOf(sent, works.schema) : patched(now.resource, sent, works.schema);
  assertNamed(works, resource);
  const settle = (row: Stored): Promise<void> => works.settle(services, caller, { word: `scim.${how}`, row, was: now.resource });
  return keepChanged(services, now, { resource, settle });
}

/** The resource is gone there. It is forgotten last: what is refused can be asked for again. */
export async function deleteResource(
  services: Services,
  caller: ScimCaller,
  works: ResourceWorks,
  { id, ifMatch }: Omit<Requested, 'sent'>,
): Promise<void> {
  const { db } = services.database;
  const now = await findResource(db, caller, works.schema, id);
  assertVersion(now, ifMatch);
  await works.remove(services, caller, now);
  await db.deleteFrom('scim_resource').where('id', '=', id).execute();
}

function assertNamed({ name }: ResourceWorks, resource: Resource): void {
  const given = resource[name];
  if (typeof given !== 'string' || given.trim() === '') throw badRequest('invalidValue', `${name} is missing`);
}
