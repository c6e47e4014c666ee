import { sql } from 'kysely';
import { pick, type Language, type LocalDraft } from '#kit/common/language.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { accountsInReach } from '#modules/public-accounts/server/public.ts';
import { commentPolicy, type CommentPolicy } from '#modules/public-accounts/common/account.contract.ts';
import { unseen } from '../reach.ts';

const dayMillis = 86_400_000;

/** A push as its readers and their comments know it. */
export interface PushFacts {
  readonly id: string;
  readonly snoId: string;
  readonly kind: string;
  readonly contentId: string;
  readonly title: LocalDraft;
  readonly frozen: unknown;
  readonly state: string;
  readonly startedAt: number | null;
  readonly policy: CommentPolicy;
  readonly enabled: boolean;
}

/** Reads a push; undefined for an unknown one, and for one whose account is gone. */
export async function pushFacts(db: Db, id: string): Promise<PushFacts | undefined> {
  const { rows } = await sql<PushFacts>`select p.id, p.sno_id as "snoId", p.kind, p.content_id as "contentId", p.title, p.frozen, p.state,
      p.started_at as "startedAt", p.comment_policy as policy, s.enabled
    from push p join sno s on s.id = p.sno_id where p.id = ${id}::uuid`.execute(db);
  const [row] = rows;
  return row && { ...row, startedAt: row.startedAt === null ? null : Number(row.startedAt), policy: commentPolicy.parse(row.policy) };
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

/** The parts of a push: its articles, or the content itself. */
export function partsOf(push: PushFacts, language: Language): PushPart[] {
  const articles: unknown = Reflect.get(Object(push.frozen), 'articles');
  const found = Array.isArray(articles) ? articles.flatMap((one: unknown) => partIn(one, language)) : [];
  return found.length > 0 ? found : [{ id: push.contentId, title: pick(push.title, language) }];
}

function partIn(article: unknown, language: Language): PushPart[] {
  const of = (name: string): unknown => Reflect.get(Object(article), name);
  const id = of('articleId') ?? of('id');
  const title = of('titles') ?? of('title');
  if (typeof id !== 'string') return [];
  return [{ id, title: typeof title === 'object' && title !== null ? pick(title as LocalDraft, language) : '' }];
}

/** What a part is called; empty where the push has no such part. */
export const partTitle = (push: PushFacts, id: string, language: Language): string =>
  partsOf(push, language).find((part) => part.id === id)?.title ?? '';
