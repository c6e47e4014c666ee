import type { Platform } from '#kit/common/client/platforms.ts';
import type { Db } from '#kit/server/directory.ts';
import type { ServerKind } from '../common/server-facts.ts';

/** A server that a platform names. */
export interface Use {
  serverId: string;
  platform: Platform;
  platformId: string;
  kind: ServerKind;
  draft: boolean;
  published: boolean;
  /** Servers of the same kind in use that the platform's draft names too, this one among them while it is in use. */
  others: readonly string[];
}

/** Which platforms name these servers, in their draft or in what is published. */
export async function usesOf(db: Db, serverIds: readonly string[]): Promise<Use[]> {
  const [platforms, servers] = await Promise.all([
    db.selectFrom('platform_config').select(['id', 'platform', 'rows', 'published']).orderBy('platform').execute(),
    db.selectFrom('server_config').select(['id', 'code', 'kind', 'enabled', 'draining']).execute(),
  ]);
  const inUse = new Set(servers.filter(({ enabled, draining }) => enabled && !draining).map(({ id }) => id));
  return servers
    .filter(({ id }) => serverIds.includes(id))
    .flatMap((server) =>
      platforms.flatMap(({ id: platformId, platform, rows, published }) => {
        const row = rows.find(({ serverConfigIds }) => serverConfigIds.includes(server.id));
        const told = published?.servers.some(({ code }) => code === server.code) ?? false;
        if (!row && !told) return [];
        const others = rows
          .filter(({ kind }) => kind === server.kind)
          .flatMap(({ serverConfigIds }) => serverConfigIds.filter((one) => inUse.has(one)));
        return [{ serverId: server.id, platform, platformId, kind: server.kind, draft: row !== undefined, published: told, others }];
      }),
    );
}

/** The servers that a platform names, in its draft or in what is published. */
export async function namedBy(db: Db, platform: Platform): Promise<string[]> {
  const servers = await db.selectFrom('server_config').select('id').execute();
  const uses = await usesOf(
    db,
    servers.map(({ id }) => id),
  );
  return uses.filter((use) => use.platform === platform).map(({ serverId }) => serverId);
}
