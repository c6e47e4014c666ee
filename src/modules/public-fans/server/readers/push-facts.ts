import { sql } from 'kysely';
import { z } from 'zod';
import { pick, type Language, type LocalDraft } from '#kit/common/language.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { accountsInReach, unseen } from '#modules/public-accounts/server/public.ts';
import { commentPolicy, type CommentPolicy } from '#modules/public-accounts/common/account.contract.ts';

const dayMillis = 86_400_000;

/** A push as its readers and their comments know it. */
export interface PushFacts {
  readonly id: string;
  readonly snoId: string;
  readonly kind: string;
  readonly contentId: string;
  readonly title: LocalDraft;
  /** Its articles where it is a message of several. */
  readonly articles: readonly { readonly id: string; readonly titles: Partial<LocalDraft> }[];
  readonly state: string;
  readonly startedAt: number | null;
  readonly policy: CommentPolicy;
  readonly enabled: boolean;
}

/** Reads a push; undefined for an unknown one, and for one whose account is gone. */
export async function pushFacts(db: Db, id: string): Promise<PushFacts | undefined> {
  const { rows } = await sql<
    Omit<PushFacts, 'articles'> & { frozen: unknown }
  >`select p.id, p.sno_id as "snoId", p.kind, p.content_id as "contentId", p.title, p.frozen, p.state,
      p.started_at as "startedAt", p.comment_policy as policy, s.enabled
    from push p join sno s on s.id = p.sno_id where p.id = ${id}::uuid`.execute(db);
  if (!rows[0]) return undefined;
  const { frozen, ...row } = rows[0];
  const articles = row.kind === 'imageText' ? await articlesOf(db, frozen) : [];
  return { ...row, articles, startedAt: row.startedAt === null ? null : Number(row.startedAt), policy: commentPolicy.parse(row.policy) };
}

/** A push of an account that the caller sees. */
export async function pushSeen(db: Db, caller: Caller, id: string): Promise<PushFacts> {
  const push = await pushFacts(db, id);
  if (!push || !(await accountsInReach(db, caller.scope(), [push.snoId])).has(push.snoId)) throw unseen(caller);
  return push;
}

/** Withdrawn from its readers. */
export const isRecalled = ({ state }: PushFacts): boolean => state === 'recalling' || state === 'recalled';

/** Whether nobody can comment on it (any more). */
export function isClosed(push: PushFacts, now: number): boolean {
  const { mode, closeAfterDays } = push.policy;
  if (mode === 'off' || isRecalled(push) || !push.enabled) return true;
  return closeAfterDays > 0 && push.startedAt !== null && now > push.startedAt + closeAfterDays * dayMillis;
}

/** A part of a push that is read, liked and commented on by itself. */
export interface PushPart {
  readonly id: string;
  readonly title: string;
}

/** The parts of a push: the articles of a message of several, else the content itself. */
export function partsOf(push: PushFacts, language: Language): PushPart[] {
  if (push.articles.length === 0) return [{ id: push.contentId, title: pick(push.title, language) }];
  return push.articles.map(({ id, titles }) => ({ id, title: pick(titles, language) }));
}

const frozenArticles = z.object({ parts: z.array(z.object({ articleId: z.string(), versionId: z.string() })) });

/** The articles of a message of several as they were frozen, each by its own title. */
async function articlesOf(db: Db, frozen: unknown): Promise<PushFacts['articles']> {
  const { data } = frozenArticles.safeParse(frozen);
  if (!data) return [];
  const { rows } = await sql<{ id: string; titles: LocalDraft }>`select v.id, jsonb_build_object('zh_CN', v.content -> 'zh_CN' ->> 'title',
      'en_US', v.content -> 'en_US' ->> 'title', 'ja_JP', v.content -> 'ja_JP' ->> 'title') as titles
    from article_version v where v.id = any(${data.parts.map(({ versionId }) => versionId)}::uuid[])`.execute(db);
  const titles = new Map(rows.map((row) => [row.id, row.titles]));
  return data.parts.map(({ articleId, versionId }) => ({ id: articleId, titles: titles.get(versionId) ?? {} }));
}

/** What a part is called; empty where the push has no such part. */
export const partTitle = (push: PushFacts, id: string, language: Language): string =>
  partsOf(push, language).find((part) => part.id === id)?.title ?? '';
