import type { JSONColumnType } from 'kysely';
import type { Language } from '#kit/common/language.ts';

/** What becomes of a mail: waiting, being sent, waiting for another try, and the ends. */
const mailStates = ['queued', 'sending', 'deferred', 'sent', 'failed', 'suppressed', 'cancelled'] as const;
export type MailState = (typeof mailStates)[number];

/** One line of the talk with a mail server: what we said, what it answered, or what happened. No secrets, no bodies. */
export interface MailStep {
  readonly who: 'we' | 'server' | 'note';
  readonly line: string;
  /** Milliseconds since the beginning. */
  readonly at: number;
}

/** A mail that is to leave, or has left. Times are epoch milliseconds. */
export interface MailOutboxTable {
  id: string;
  queued_at: number;
  template: string;
  address: string;
  name: string | null;
  language: Language;
  content: string | null;
  state: MailState;
  attempts: number;
  next_at: number;
  server_index: number | null;
  failure: string | null;
  answer_code: number | null;
  answer: string | null;
  dialogue: JSONColumnType<MailStep[] | null, string | null, string | null>;
  message_id: string | null;
  sent_at: number | null;
  ended_at: number | null;
}

interface MailDedupeTable {
  key: string;
  until: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    mail_outbox: MailOutboxTable;
    mail_dedupe: MailDedupeTable;
  }
}
