import { systemCaller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { upkeepEvery } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { interfaces } from './interfaces.ts';

/**
 * Authentication that was off until a moment is on again once that has come: lists and history say so within a minute. Calls need no such
 * minute: the gateway looks at the moment itself.
 */
export const endOpenInterfaces = upkeepEvery<Services>(60_000, async ({ database: { db }, now }) => {
  const rows = await db
    .selectFrom('api_interface')
    .select('id')
    .where('auth', '=', 0)
    .where('auth_until', '<=', now())
    .limit(500)
    .execute();
  if (rows.length === 0) return;
  await db.transaction().execute((tx) =>
    changeObjects(
      tx,
      systemCaller('apiInterface.auth'),
      interfaces.kind,
      rows.map(({ id }) => ({ id, version: null, fields: { auth: 1, authUntil: null, authReason: '' } })),
    ),
  );
});
