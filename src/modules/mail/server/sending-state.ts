import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import type { Services } from '#kit/server/services.ts';
import type { SendingState } from '../common/mail-outbox.contract.ts';
import { readConfig } from './mail-config.query.ts';
import { failureText } from './public.ts';

const day = 86_400_000;
const minute = 60_000;

interface Counts {
  waiting: number;
  oldest: number | null;
  failed: number;
  recent: number;
  suppressed: number;
}

async function counts(db: Db, now: number): Promise<Counts> {
  const { rows } = await sql<Counts>`select
      (select count(*)::int from mail_outbox where state in ('queued', 'deferred', 'sending')) as waiting,
      (select min(queued_at) from mail_outbox where state in ('queued', 'deferred', 'sending')) as oldest,
      (select count(*)::int from mail_outbox where ended_at >= ${now - day} and state = 'failed') as failed,
      (select count(*)::int from mail_outbox where ended_at >= ${now - 15 * minute} and state = 'failed') as recent,
      (select count(*)::int from mail_suppression where since is not null) as suppressed`.execute(db);
  return rows[0] ?? { waiting: 0, oldest: null, failed: 0, recent: 0, suppressed: 0 };
}

/** How the sending stands. */
export async function sendingStateOf({ db, caller, services }: Pick<Call, 'db' | 'caller' | 'services'>): Promise<SendingState> {
  const [count, sender, config] = await Promise.all([
    counts(db, services.now()),
    db.selectFrom('mail_sender').selectAll().executeTakeFirstOrThrow(),
    readConfig(db),
  ]);
  const pausedBy = sender.paused_by === null ? undefined : await services.directory.byUid(db, sender.paused_by);
  return {
    configured: config.servers.length > 0 && config.from_address !== '',
    pausedAt: sender.paused_at,
    pausedBy: pausedBy?.name ?? null,
    waiting: count.waiting,
    oldestAt: count.oldest,
    lastSentAt: sender.last_sent_at,
    failed24: count.failed,
    suppressed: count.suppressed,
    trouble:
      sender.trouble === null
        ? null
        : { reason: failureText(services.texts, caller.language, sender.trouble) ?? sender.trouble, since: sender.trouble_since ?? 0 },
  };
}

/** What warnings are about. */
export interface MailHealth {
  /** Five mails failed, or none was sent in a quarter of an hour while some wait. */
  failing: boolean;
  /** Something waits for more than half an hour. */
  late: boolean;
  waiting: number;
  failed: number;
  oldestAt: number | null;
}

const mostFailures = 5;

/** Whether somebody must be told of the mail; while it is paused by hand nobody is. */
export async function mailHealthOf(services: Pick<Services, 'database' | 'now'>): Promise<MailHealth> {
  const { db } = services.database;
  const now = services.now();
  const [count, sender, config] = await Promise.all([
    counts(db, now),
    db.selectFrom('mail_sender').selectAll().executeTakeFirstOrThrow(),
    readConfig(db),
  ]);
  const sends = sender.paused_at === null && config.servers.length > 0;
  const age = count.oldest === null ? 0 : now - count.oldest;
  const silent = now - (sender.last_sent_at ?? 0) > 15 * minute;
  return {
    failing: sends && (count.recent >= mostFailures || (age > 15 * minute && silent)),
    late: sends && age > 30 * minute,
    waiting: count.waiting,
    failed: count.recent,
    oldestAt: count.oldest,
  };
}
