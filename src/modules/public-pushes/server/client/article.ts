import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import type { Language } from '#kit/common/language.ts';
import { pick } from '#kit/common/language.ts';
import { sessionOf, type ClientCall } from '#kit/server/client/handle-client.ts';
import type { Db } from '#kit/server/directory.ts';
import { notFound, Refusal } from '#kit/server/refusal.ts';
import type { snoArticle } from '../../common/client.contract.ts';
import { accountRules } from '../push/account-rules.ts';
import { languageFor, languagesOf, shownOf, type ContentRef, type FrozenContent } from '../push/content.ts';
import { count } from '../push/counters.ts';
import type { Push } from '../push/push-record.ts';

const dayMillis = 86_400_000;

/** A push as it was delivered to one person. */
export interface OwnTarget {
  readonly push: Push;
  readonly at: number;
  readonly language: string;
  readonly reachedAt: number | null;
  readonly recallState: string | null;
}

/** A delivered push of somebody; 10404 for every other, 15071 once it was taken back. */
async function ownTarget(db: Db, uid: string, pushId: string): Promise<OwnTarget> {
  const { rows } = await sql<Push & { t_at: number; t_language: string; t_reached: number | null; t_recall: string | null }>`select p.*,
      t.at as t_at, t.language as t_language, t.reached_at as t_reached, t.recall_state as t_recall
    from push_target t join push p on p.id = t.push_id where t.push_id = ${pushId}::uuid and t.employee_id = ${uid}::uuid and t.state = 1`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw notFound();
  const { t_at: at, t_language: language, t_reached: reachedAt, t_recall: recallState, ...push } = row;
  // A recall holds from its commit on, whatever terminals and messages know of it.
  if (push.recall_ordered_at !== null || recallState !== null) throw new Refusal(15071);
  return { push, at: Number(at), language, reachedAt, recallState };
}

/** The content of a push for one person, as it was frozen. */
export async function readArticle(
  call: ClientCall,
  { pushId, articleId, language: wanted }: ClientInput<typeof snoArticle>,
): Promise<ClientReply<typeof snoArticle>> {
  const { db, services, terminal } = call;
  const { uid } = sessionOf(call);
  const { push, at, language: sent, reachedAt } = await ownTarget(db, uid, pushId);
  const language = languageFor(languagesOf(push.frozen as FrozenContent), wanted ?? (sent as Language)) ?? 'zh_CN';
  const shown = await shownOf(db, push, language);
  const account = await accountRules(db, push.sno_id);
  const { rows } = await sql<{ reads: number; likes: number; liked: boolean }>`select
      (select coalesce(sum(read), 0)::int from push_count where push_id = ${pushId}::uuid) as reads,
      (select count(*)::int from push_like where push_id = ${pushId}::uuid) as likes,
      exists (select from push_like where push_id = ${pushId}::uuid and employee_id = ${uid}::uuid) as liked`.execute(db);
  if (reachedAt === null) await noteReached(db, { pushId, uid, at: services.now(), platform: terminal.platform });
  const { reads, likes, liked } = rows[0]!;
  const policy = push.comment_policy;
  const isOpen = policy.mode !== 'off' && (policy.closeAfterDays === 0 || at + policy.closeAfterDays * dayMillis > services.now());
  return {
    pushId,
    snoId: push.sno_id,
    kind: push.kind as ContentRef['kind'],
    title: pick(push.title, language),
    language,
    at,
    parts: shown.parts
      .filter((part) => articleId === undefined || part.articleId === articleId)
      .map((part) => ({ ...part, fileIds: [...part.fileIds] })),
    comments: { mode: policy.mode, open: isOpen, anonymousName: policy.anonymousName },
    reads: account.showReads ? reads : null,
    likes: account.showLikes ? likes : null,
    liked,
  };
}

async function noteReached(
  db: Db,
  { pushId, uid, at, platform }: { pushId: string; uid: string; at: number; platform: number },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`update push_target set reached_at = ${at}, platform = coalesce(platform, ${platform}::smallint)
      where push_id = ${pushId}::uuid and employee_id = ${uid}::uuid and reached_at is null returning 1`.execute(tx);
    await count(tx, pushId, { reached: rows.length });
  });
}
