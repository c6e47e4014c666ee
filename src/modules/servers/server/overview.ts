import type { Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import type { serverOverview } from '../common/overview.contract.ts';
import { assertWholeSite } from './whole-site.ts';
import { listNodes } from './nodes.ts';
import { allServers } from './server.query.ts';

const dayMillis = 86_400_000;

/** Everything at a glance. */
export async function readOverview(call: Call): Promise<Reply<typeof serverOverview>> {
  assertWholeSite(call.caller);
  const now = call.services.now();
  const [servers, platforms, documents, nodes] = await Promise.all([
    allServers(call),
    call.db.selectFrom('platform_config').select(['platform', 'published']).orderBy('platform').execute(),
    call.db
      .selectFrom('platform_document')
      .select((select) => ['platform', select.fn.max('published_at').as('at')])
      .groupBy('platform')
      .execute(),
    listNodes(call.db, now),
  ]);
  const publishedAt = new Map(documents.map(({ platform, at }) => [platform, at]));
  return {
    servers: servers.map(({ id, name, kind, addresses, state, enabled, draining, certificateEndsAt, platforms: uses }) => ({
      id,
      name,
      kind,
      zones: [...new Set(addresses.map(({ zone }) => zone))].toSorted(),
      state,
      enabled,
      draining,
      daysLeft: certificateEndsAt === null ? null : Math.floor((certificateEndsAt - now) / dayMillis),
      platforms: uses,
    })),
    platforms: platforms.map(({ platform, published }) => ({
      platform,
      publishedAt: published === null ? null : (publishedAt.get(platform) ?? null),
    })),
    nodes,
  };
}
