import { sql, type RawBuilder } from 'kysely';
import { newParties } from '#kit/server/audience/audience.fields.ts';
import { partiesOutside } from '#kit/server/audience/audience.ts';
import type { Range } from '#kit/server/caller.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { containing } from '#kit/server/read-page.ts';
import { directory } from '#modules/people/server/public.ts';
import { noteWrites, throughAccount } from '#modules/public-accounts/server/public.ts';
import { keywordReply } from '../../common/reply/keyword.contract.ts';
import { alsoMatching, bookOf } from './answers-to.ts';
import { checkRules, withCodes, type RuleOperation } from './keyword-rules.ts';
import { rulesOf, systemOf } from './load.ts';

const dayMillis = 86_400_000;
/** The day in which a rule answered, as it is counted. */
export const dayOf = (at: number): number => Math.floor(at / dayMillis);
const silentDays = 30;

/** How often rules answered in seven days, and when last. */
async function firedOf(db: Db, ids: readonly string[], now: number): Promise<Map<string, { n: number; last: number }>> {
  const { rows } = await sql<{ id: string; n: number; last: number }>`select rule_id as id,
      coalesce(sum(n) filter (where day > ${dayOf(now) - 7}), 0)::int as n, max(last_at) as last
    from keyword_reply_fired where rule_id = any(${[...ids]}::uuid[]) group by rule_id`.execute(db);
  return new Map(rows.map(({ id, n, last }) => [id, { n, last: Number(last) }]));
}

/** Names of other rules in use that a rule's own words match too, by rule. */
async function overlapsOf(db: Db, snoId: string, ids: ReadonlySet<string>): Promise<Map<string, string[]>> {
  const rules = await rulesOf(db, snoId);
  const book = bookOf(rules, await systemOf(db, snoId));
  return new Map(
    rules
      .filter(({ id, enabled }) => ids.has(id) && enabled)
      .map((rule) => {
        const words = rule.keywords.filter(({ match }) => match !== 'pattern');
        const others = new Set(words.flatMap(({ text }) => alsoMatching(book, text, rule)));
        return [rule.id, [...others].map(({ name }) => name)];
      }),
  );
}

const { visible, outside } = throughAccount('keyword_reply', 'manage');

/** Rules of accounts that the caller may not change, and those that newly name somebody outside of the range. */
async function outsideOf(tx: Tx, range: Range, operations: readonly RuleOperation[]): Promise<Set<number>> {
  const refused = await outside(tx, range, operations);
  for (const [index, { before, after }] of operations.entries())
    if ((await partiesOutside(tx, directory, newParties(before?.members, after?.members), range)).length > 0) refused.add(index);
  return refused;
}

const entity = crudServer(keywordReply, {
  table: 'keyword_reply',
  directory,
  range: { visible, outside: outsideOf },
  importBy: ['name', 'snoId'],
  check: checkRules,
  written: noteWrites('keyword_reply', 'keywordReply'),
  where: ({ services }, { text, match, silent }) => {
    const where: RawBuilder<boolean>[] = [];
    if (text)
      where.push(sql`(t.name ilike ${containing(text)} or exists (select from jsonb_array_elements(t.keywords) as k
        where k ->> 'text' ilike ${containing(text)}))`);
    if (match !== undefined) where.push(sql`t.keywords @> ${JSON.stringify([{ match }])}::jsonb`);
    if (silent !== undefined) {
      const fired = sql<boolean>`exists (select from keyword_reply_fired as f
        where f.rule_id = t.id and f.last_at > ${services.now() - silentDays * dayMillis})`;
      where.push(silent ? sql`not ${fired}` : fired);
    }
    return where;
  },
  rows: async ({ db, services }, objects) => {
    const fired = await firedOf(
      db,
      objects.map(({ id }) => id),
      services.now(),
    );
    const overlaps = new Map<string, string[]>();
    for (const [snoId, some] of Map.groupBy(objects, (one) => one.snoId))
      for (const [id, names] of await overlapsOf(db, snoId, new Set(some.map(({ id: one }) => one)))) overlaps.set(id, names);
    return objects.map(({ id }) => ({
      fired7: fired.get(id)?.n ?? 0,
      lastFiredAt: fired.get(id)?.last ?? null,
      overlaps: overlaps.get(id) ?? [],
    }));
  },
});

/** Rules on the server; what breaks a rule of this area is answered by its code. */
export const keywordReplies = {
  ...entity,
  routes: {
    ...entity.routes,
    add: handle(keywordReply.add, (call, draft) => withCodes(() => call.write((tx) => entity.add(tx, call, draft)))),
    update: handle(keywordReply.update, (call, change) =>
      withCodes(() =>
        call.write(async (tx) => {
          await entity.update(tx, call, change);
          return entity.one({ ...call, db: tx }, change.id);
        }),
      ),
    ),
  } satisfies Record<string, BoundRoute>,
};
