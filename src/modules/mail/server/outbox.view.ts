import { pick, type Language } from '#kit/common/language.ts';
import type { MailStep } from '#kit/server/mail/mail.table.ts';
import type { Services } from '#kit/server/services.ts';
import type { OutboxView } from '../common/mail-outbox.contract.ts';
import { failureText } from './public.ts';
import type { OutboxRow } from './sender/outbox.ts';

/** For whom something is written. */
export type Reader = { language: Language; services: Pick<Services, 'texts' | 'mails'> };

/** An address of which one sees that it is the right one, and not more: `z•••g@example.com`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  if (at < 1) return '•••';
  const last = at > 2 ? address[at - 1] : '';
  return `${address[0]}•••${last}${address.slice(at)}`;
}

const hideAddress = <T extends string | null>(text: T, address: string): T =>
  (text === null ? text : text.replaceAll(address, maskAddress(address))) as T;

/** The talk as it is shown: reasons in words, and the recipient masked for who did not enter it. */
export function talkView(steps: readonly MailStep[], { language, services }: Reader, hidden?: string): MailStep[] {
  return steps.map((step) => {
    const line = step.who === 'note' ? (failureText(services.texts, language, step.line) ?? step.line) : step.line;
    return { ...step, line: hidden === undefined ? line : hideAddress(line, hidden) };
  });
}

/** A mail as it is shown. */
export function outboxView(row: OutboxRow, { language, services }: Reader): OutboxView {
  const template = services.mails.templates.find(({ code }) => code === row.template);
  const waits = row.state === 'queued' || row.state === 'deferred';
  return {
    id: row.id,
    queuedAt: row.queued_at,
    templateCode: row.template,
    template: template ? pick(template.title, language) : row.template,
    to: maskAddress(row.address),
    language: row.language,
    state: row.state,
    attempts: row.attempts,
    failure: failureText(services.texts, language, row.failure),
    answer: hideAddress(row.answer, row.address),
    nextAt: waits ? row.next_at : null,
    sentAt: row.sent_at,
  };
}
