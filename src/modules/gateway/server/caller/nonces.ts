import { gatherer } from '#kit/server/gather.ts';
import { perProduct } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';

/** Nonces that are noted in one statement. */
const most = 200;

interface Nonce {
  readonly hash: Buffer;
  readonly until: number;
}

/** Notes a nonce of a running product for all nodes; answers false where it was noted before. */
export const noncesOf = perProduct(({ database }: Pick<Services, 'database'>) =>
  gatherer(most, async (batch: readonly Nonce[]): Promise<boolean[]> => {
    // Not waited for on the disk: a database that breaks down forgets the last half second, and calls took that long before.
    const { rows } = await database.pool.query<{ hash: Buffer }>({
      name: 'gateway-nonces',
      text: `insert into gateway_nonce (hash, until) select noted.hash, noted.until
        from (select set_config('synchronous_commit', 'off', true)) as hasty, unnest($1::bytea[], $2::bigint[]) as noted(hash, until)
        on conflict do nothing returning hash`,
      values: [batch.map(({ hash }) => hash), batch.map(({ until }) => until)],
    });
    const fresh = new Set(rows.map(({ hash }) => hash.toString('base64')));
    // The same one twice in a batch passes once.
    return batch.map(({ hash }) => fresh.delete(hash.toString('base64')));
  }),
);
