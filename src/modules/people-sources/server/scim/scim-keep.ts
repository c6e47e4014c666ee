import { sql } from 'kysely';
import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import type { Resource } from './resource.ts';
import { ScimError } from './scim-error.ts';
import type { ScimCaller } from './scim-caller.ts';
import type { Stored } from './scim-store.ts';

/** What else must come true of a resource, after it is written down; throws where that can't be. */
type Settle = (row: Stored) => Promise<void>;

/**
 * Writes down a new resource and settles it. Where that fails the resource is as it was: the other order would leave people whom nobody
 * knows after a crash.
 */
export async function keepNew(
  services: Pick<Services, 'database' | 'now'>,
  caller: ScimCaller,
  kind: Stored['kind'],
  { resource, settle }: { resource: Resource; settle: Settle },
): Promise<Stored> {
  const { db } = services.database;
  const now = services.now();
  const id = newId();
  const row = await guarded(() =>
    db
      .insertInto('scim_resource')
      .values({
        id,
        source_id: caller.sourceId,
        kind,
        resource: JSON.stringify(resource),
        crowd_id: null,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  await settled(row, settle, () => db.deleteFrom('scim_resource').where('id', '=', id).execute());
  return row;
}

/** Writes down what a resource is now and settles it; where that fails it is what it was. */
export async function keepChanged(
  services: Pick<Services, 'database' | 'now'>,
  now: Stored,
  { resource, settle }: { resource: Resource; settle: Settle },
): Promise<Stored> {
  if (JSON.stringify(resource) === JSON.stringify(now.resource)) return now;
  const { db } = services.database;
  const row = await guarded(() =>
    db
      .updateTable('scim_resource')
      .set({ resource: JSON.stringify(resource), version: sql`version + 1`, updated_at: services.now() })
      .where('id', '=', now.id)
      .where('version', '=', now.version)
      .returningAll()
      .executeTakeFirst(),
  );
  if (!row) throw new ScimError(412, 'The resource was changed meanwhile');
  const was = { resource: JSON.stringify(now.resource), version: now.version, updated_at: now.updated_at };
  await settled(row, settle, () =>
    db.updateTable('scim_resource').set(was).where('id', '=', now.id).where('version', '=', row.version).execute(),
  );
  return row;
}

/** A name that another resource of the source has is 409 (RFC 7644 3.3). */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: unknown }).code === '23505') throw new ScimError(409, 'userName is taken', { scimType: 'uniqueness' });
    throw error;
  }
}

async function settled(row: Stored, settle: Settle, back: () => Promise<unknown>): Promise<void> {
  try {
    await settle(row);
  } catch (error) {
    await back();
    throw error;
  }
}
