import { sql } from 'kysely';
import { said } from '#kit/server/audit/words.ts';
import { mostKeepDays, type LogKind } from '#kit/server/log-kind.ts';

/** Mail that left or was given up. */
export const mailLogs: readonly LogKind[] = [
  {
    code: 'mailOutbox',
    name: said('邮件发件箱', 'Mail outbox', '送信メール'),
    table: 'mail_outbox',
    time: 'queued_at',
    monthly: false,
    // What waits is no history yet.
    only: sql<boolean>`log.ended_at is not null`,
    floorDays: 30,
    defaultDays: 180,
    maxDays: mostKeepDays,
    // What mails say is sealed, and erased after a week.
    columns: ['id', 'queued_at', 'template', 'address', 'name', 'language', 'state', 'attempts', 'failure', 'ended_at'],
    holds: { people: [], objects: ['id'], addresses: ['address'] },
  },
];
