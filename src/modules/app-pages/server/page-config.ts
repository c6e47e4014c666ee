import { sql } from 'kysely';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import type { Operation } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { newParties } from '#kit/server/audience/audience.fields.ts';
import { clock } from '#platform/clock.ts';
import { directory } from '#modules/people/server/public.ts';
import { pageConfig, platformCard } from '../common/page.contract.ts';
import { appRange } from './app-range.ts';
import { isLive } from './live-releases.ts';
import { pagesChanged } from './page-changes.ts';

type ConfigOperation = Operation<StoredOf<typeof pageConfig.fields>>;

/** Page configurations on the server. */
export const pageConfigs = crudServer(pageConfig, {
  table: 'page_config',
  directory,
  range: appRange<ConfigOperation>('page_config', ({ before, after }) => [
    ...newParties(before?.rows, after?.rows),
    ...(after?.trialIds ?? [])
      .filter((id) => !before?.trialIds?.includes(id))
      .map((id) => ({ kind: 'employee' as const, id, exclude: false })),
  ]),
  written: async (tx, _caller, operations) => {
    await followPublished(tx, operations);
    await assertEverybody(tx, operations);
    await pagesChanged(tx);
  },
  rows: async ({ db, services }, configs) => {
    const facts = await factsOf(
      db,
      configs.map(({ id }) => id),
      services.now(),
    );
    return configs.map(({ id, publishedNo }) => {
      const own = facts.get(id);
      const shown = publishedNo !== null && own?.shown === true;
      return { tags: own?.tags ?? 0, status: shown ? (1 as const) : (2 as const), nextAt: own?.nextAt ?? null };
    });
  },
});

/** What is shown follows the number that the configuration holds, also where a revert puts another one there: later releases are withdrawn. */
async function followPublished(tx: Tx, operations: readonly ConfigOperation[]): Promise<void> {
  for (const { id, after } of operations) {
    const no = after?.publishedNo;
    if (no === undefined) continue;
    await sql`update page_release set withdrawn_at = case when no = ${no}::int then null else coalesce(withdrawn_at, ${clock.now()}) end
      where config_id = ${id}::uuid and release_type = 1 and no >= ${no ?? 0}::int`.execute(tx);
  }
}

interface Facts {
  tags: number;
  shown: boolean;
  nextAt: number | null;
}

async function factsOf(db: Db, ids: readonly string[], now: number): Promise<Map<string, Facts>> {
  const { rows } = await sql<{ id: string; tags: number; shown: boolean; nextAt: number | null }>`select c.id,
      coalesce((select jsonb_array_length(d.tag_list) from page_release d where d.config_id = c.id and d.no = c.draft_no), 0) as tags,
      exists (select from page_release r where r.config_id = c.id and r.release_type = 1 and r.withdrawn_at is null and r.release_at <= ${now}) as shown,
      (select min(r.release_at) from page_release r where r.config_id = c.id and r.release_type = 1 and r.withdrawn_at is null
        and r.release_at > ${now}) as "nextAt"
    from page_config c where c.id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, tags, shown, nextAt }) => [id, { tags: Number(tags), shown, nextAt: nextAt === null ? null : Number(nextAt) }]),
  );
}

/** Of the published pages of an app the last one must be for everybody, so that no terminal is without a page (13052). */
async function assertEverybody(tx: Tx, operations: readonly ConfigOperation[]): Promise<void> {
  const gone = operations.flatMap(({ action, before }) => (action === 'delete' && before?.appId ? [before.appId] : []));
  const ids = operations.map(({ id }) => id);
  const { rows } = await sql<{
    name: string;
  }>`select distinct on (c.app_id, c.terminal) c.name, jsonb_array_length(c.rows) as named from page_config c
    where c.published_no is not null and (c.app_id = any(${gone}::uuid[]) or c.app_id in (select app_id from page_config where id = any(${ids}::uuid[])))
    order by c.app_id, c.terminal, c.priority desc, c.id desc`.execute(tx);
  const wrong = rows.find((row) => Number(Reflect.get(row, 'named')) > 0);
  if (wrong) throw new Refusal(13052, { name: wrong.name }, { name: wrong.name });
}

type CardOperation = Operation<StoredOf<typeof platformCard.fields>>;

/** Platform cards on the server; one that a draft or a shown release holds is not deleted. */
export const platformCards = crudServer(platformCard, {
  table: 'platform_card',
  directory,
  range: appRange<CardOperation>('platform_card', () => []),
  // The icon is the number of one of the built-in set; anything else is dropped.
  tidy: (entered) => ({ ...entered, ...(entered.icon !== undefined && { icon: numericIcon(entered.icon) }) }),
  written: (tx) => pagesChanged(tx),
  usedBy: async (tx, ids) => {
    const { rows } = await sql<{
      card: string;
      id: string;
      name: string;
    }>`select distinct used.id as card, c.id, c.name from unnest(${[...ids]}::uuid[]) as used(id)
      join page_config c on exists (select from page_release r where ${isLive(clock.now())} and strpos(r.tag_list::text, used.id::text) > 0)`.execute(
      tx,
    );
    const found = new Map<string, { kind: string; id: string; name: string }[]>();
    for (const { card, id, name } of rows) found.set(card, [...(found.get(card) ?? []), { kind: 'pageConfig', id, name }]);
    return found;
  },
});

/** The number of an icon, or none. */
export const numericIcon = (icon: string | null): string | null => (icon !== null && /^\d+$/.test(icon) ? icon : null);
