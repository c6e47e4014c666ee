import { sql, type RawBuilder } from 'kysely';
import { upkeepEvery } from '#kit/server/per-product.ts';
import type { CoreServices, Db, Services } from '#kit/server/services.ts';
import type { SendStep } from '#modules/messaging/server/public.ts';

const dayMillis = 86_400_000;
const countedDays = 30;
const mostOfOne = 50;

/** As an emoticon stands within a text. */
const written = /\[([A-Za-z0-9_-]{1,64}):([A-Za-z0-9_-]{1,64})\]/g;

/** What a message shows of emoticons: one as a message of its own, or some within its text; each once. */
function shownIn({ kind, body, text }: { kind: string; body: Readonly<Record<string, unknown>>; text: string }): [string, string][] {
  const found = new Map<string, [string, string]>();
  const add = (of: string, code: string): void => void found.set(`${of} ${code}`, [of, code]);
  if (kind === 'emoticon') add(String(body['package']).toLowerCase(), String(body['code']).toLowerCase());
  else if (text.includes('[')) for (const [, of, code] of text.toLowerCase().matchAll(written)) add(of!, code!);
  return [...found.values()].slice(0, mostOfOne);
}

/** Counts what was sent, by day; nothing of who sent it. Emoticons that are not there are not counted. */
export const countingStep: SendStep = {
  name: 'words',
  check: async () => undefined,
  done: async (services: CoreServices, { message }) => {
    const shown = message ? shownIn(message) : [];
    if (shown.length === 0) return;
    const day = Math.floor(services.now() / dayMillis);
    await sql`insert into emoticon_use as u (package_code, code, day, uses)
      select lower(p.code), lower(e.code), ${day}, 1 from emoticon e join emoticon_package p on p.id = e.package_id
        where (lower(p.code), lower(e.code)) in (select * from unnest(${shown.map(([of]) => of)}::text[], ${shown.map(([, code]) => code)}::text[]))
      on conflict (package_code, code, day) do update set uses = u.uses + 1`.execute(services.database.db);
  },
};

/** The uses of an emoticon within the last thirty days; `emoticon` and `pack` are the aliases of the two tables. */
export const usesOf = (now: number, emoticon: string, pack: string): RawBuilder<number> =>
  sql<number>`coalesce((select sum(u.uses)::int from emoticon_use u where u.package_code = lower(${sql.ref(`${pack}.code`)})
    and u.code = lower(${sql.ref(`${emoticon}.code`)}) and u.day > ${Math.floor(now / dayMillis) - countedDays}), 0)`;

/** Uses by id: of emoticons, or of all emoticons of packages. */
export async function usesById(db: Db, now: number, of: 'emoticon' | 'package', ids: readonly string[]): Promise<Map<string, number>> {
  const id = of === 'emoticon' ? sql`e.id` : sql`p.id`;
  const { rows } = await sql<{ id: string; uses: number }>`select ${id} as id, sum(${usesOf(now, 'e', 'p')})::int as uses
    from emoticon e join emoticon_package p on p.id = e.package_id where ${id} = any(${[...ids]}::uuid[]) group by ${id}`.execute(db);
  return new Map(rows.map((row) => [row.id, row.uses]));
}

/** Forgets what is too old to be counted. */
export const forgetUses = upkeepEvery(dayMillis, async ({ database: { db }, now }: Services) => {
  await sql`delete from emoticon_use where day <= ${Math.floor(now() / dayMillis) - 2 * countedDays}`.execute(db);
});
