import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { languages } from '#kit/common/language.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, Refusal, wrongState } from '#kit/server/refusal.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { noteInAccounts, type WorkRight } from '#modules/public-accounts/server/public.ts';
import {
  articleCorrect,
  articlePublish,
  articleRestore,
  articleReturn,
  articleSchedule,
  articleSubmit,
  articleWithdraw,
  type ArticleDetail,
} from '../../common/article.contract.ts';
import type { ArticleState } from '../../common/words.ts';
import { articles } from './articles.ts';
import { putDraft } from './drafts.ts';
import { assertReadable, makeVersion, versionOf } from './publish.ts';
import { articleNow, lockArticle } from './save.ts';

const minuteMillis = 60_000;
const earliest = 5 * minuteMillis;
const latest = 365 * 24 * 60 * minuteMillis;

interface Step {
  readonly id: string;
  readonly version: number;
}
interface Moving {
  readonly right: WorkRight;
  /** States from which it is done; any unless said. */
  readonly from?: readonly ArticleState[];
  /** Word of the account's log. */
  readonly word: string;
  readonly reason?: string | undefined;
}
type Row = Awaited<ReturnType<typeof lockArticle>>;

/** One step of an article: right, state, what is done, log of the account. Answers the article as it is then. */
function move(call: Call, { id, version }: Step, moving: Moving, work: (tx: Tx, row: Row) => Promise<Fields>): Promise<ArticleDetail> {
  const { caller } = call;
  return call.write(async (tx) => {
    const row = await lockArticle(tx, call, id, moving.right);
    if (moving.from && !moving.from.includes(row.state))
      throw wrongState(row.state, { namespace: 'public-content', key: `article.state.${row.state}` });
    await changeObjects(tx, caller, articles.kind, [{ id, version, fields: await work(tx, row) }]);
    await noteInAccounts(tx, [
      {
        snoId: row.sno_id,
        tab: 'operation',
        kind: moving.word,
        by: { id: caller.uid, name: caller.name },
        ref: { id, name: row.title.zh_CN },
        result: 'done',
        ...(moving.reason !== undefined && { reason: moving.reason }),
      },
    ]);
    return articleNow(call, tx, id);
  });
}

const by = ({ caller }: Call) => ({ id: caller.uid, name: caller.name });

/** Steps of articles from draft to publication and back. */
export const flowRoutes: readonly BoundRoute[] = [
  handle(articleSubmit, (call, input) =>
    move(call, input, { right: 'submit', from: ['draft', 'withdrawn'], word: 'article.submit', reason: input.note }, async (tx) => {
      await assertReadable(tx, input.id);
      return { state: 'review' };
    }),
  ),
  handle(articleReturn, (call, input) =>
    move(call, input, { right: 'manage', from: ['review'], word: 'article.return', reason: input.reason }, async () => ({
      state: 'draft',
    })),
  ),
  handle(articlePublish, (call, input) =>
    move(call, input, { right: 'manage', word: 'article.publish', reason: input.note }, async (tx) => ({
      state: 'published',
      publishedVersion: await makeVersion(tx, { articleId: input.id, at: call.services.now(), by: by(call), note: input.note }),
      publishAt: null,
    })),
  ),
  handle(articleWithdraw, (call, input) =>
    move(call, input, { right: 'manage', from: ['published'], word: 'article.withdraw', reason: input.note }, async () => ({
      state: 'withdrawn',
      withdrawAt: null,
    })),
  ),
  handle(articleCorrect, (call, input) =>
    move(call, input, { right: 'manage', from: ['published'], word: 'article.correct', reason: input.note }, async (tx) => ({
      publishedVersion: await makeVersion(tx, {
        articleId: input.id,
        at: call.services.now(),
        by: by(call),
        note: input.note,
        correction: true,
      }),
    })),
  ),
  handle(articleRestore, restore),
  handle(articleSchedule, schedule),
];

function restore(call: Call, input: Parsed<typeof articleRestore>): Promise<Reply<typeof articleRestore>> {
  return move(call, input, { right: 'write', word: 'article.restore' }, async (tx) => {
    const version = await versionOf(tx, input.id, input.n);
    if (!version) throw notFound();
    for (const language of languages) {
      const text = version.content[language];
      if (text) await putDraft(tx, { articleId: input.id, language, at: call.services.now(), by: by(call) }, text);
    }
    const titles = Object.fromEntries(
      languages.flatMap((language) => (version.content[language] ? [[language, version.content[language].title]] : [])),
    );
    return { title: titles };
  });
}

function schedule(call: Call, input: Parsed<typeof articleSchedule>): Promise<Reply<typeof articleSchedule>> {
  const now = call.services.now();
  for (const at of [input.publishAt, input.withdrawAt]) if (at && (at < now + earliest || at > now + latest)) throw new Refusal(15063);
  return move(call, input, { right: 'manage', word: 'article.schedule' }, async (tx, row) => {
    const publishAt = input.publishAt === undefined ? plain(row.publish_at) : input.publishAt;
    const withdrawAt = input.withdrawAt === undefined ? plain(row.withdraw_at) : input.withdrawAt;
    if (publishAt !== null && withdrawAt !== null && withdrawAt <= publishAt)
      throw new InvalidInput([{ path: 'withdrawAt', namespace: 'public-content', key: 'issue.withdrawFirst' }]);
    if (publishAt !== null && row.state === 'published')
      throw wrongState(row.state, { namespace: 'public-content', key: 'article.state.published' });
    if (publishAt !== null) await assertReadable(tx, input.id);
    const state = publishAt !== null ? 'planned' : row.state === 'planned' ? 'draft' : row.state;
    return { publishAt, withdrawAt, state };
  });
}

const plain = (at: number | null): number | null => (at === null ? null : Number(at));

/**
 * Publishes and withdraws what is due by the server's clock, also what came due while no server ran. An article that can't be published goes
 * back to its writers, and the log of its account says why.
 */
export async function followPlans({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  const at = now();
  const due = await sql<{ id: string }>`select id from article where (state = 'planned' and publish_at <= ${at})
    or (state = 'published' and withdraw_at <= ${at}) order by coalesce(publish_at, withdraw_at) limit 200`.execute(database.db);
  for (const { id } of due.rows) await database.db.transaction().execute((tx) => followPlan(tx, id, at));
}

async function followPlan(tx: Tx, id: string, at: number): Promise<void> {
  const { rows } = await sql<{
    id: string;
    sno_id: string;
    state: string;
    name: string;
    publish_at: string | null;
    withdraw_at: string | null;
  }>`
    select id, sno_id, state, coalesce(title ->> 'zh_CN', '') as name, publish_at, withdraw_at from article where id = ${id}::uuid for update skip locked`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) return;
  const isDue = (moment: string | null): boolean => moment !== null && Number(moment) <= at;
  const note = (kind: string, reason?: string) =>
    noteInAccounts(tx, [
      {
        snoId: row.sno_id,
        tab: 'operation',
        kind,
        ref: { id, name: row.name },
        result: reason === undefined ? 'done' : 'failed',
        ...(reason !== undefined && { reason }),
      },
    ]);
  let { state } = row;
  if (state === 'planned' && isDue(row.publish_at)) {
    const n = await makeVersion(tx, { articleId: id, at, by: { id: null, name: '' } }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return null;
    });
    state = n === null ? 'draft' : 'published';
    await sql`update article set state = ${state}, published_version = ${n ?? sql`published_version`}, publish_at = null,
      version = version + 1, updated_at = ${at} where id = ${id}::uuid`.execute(tx);
    await note('article.publish', state === 'draft' ? '15050' : undefined);
  }
  // Both moments may have passed while no server ran.
  if (state === 'published' && isDue(row.withdraw_at)) {
    await sql`update article set state = 'withdrawn', withdraw_at = null, version = version + 1, updated_at = ${at} where id = ${id}::uuid`.execute(
      tx,
    );
    await note('article.withdraw');
  }
}
