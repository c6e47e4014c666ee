import { pick, type Language } from '#kit/common/language.ts';
import type { Services } from '#kit/server/services.ts';
import type { OutboxView } from '../common/mail-outbox.contract.ts';
import { unreached, type OutboxRow } from './sender/outbox.ts';

type Reader = { language: Language; services: Pick<Services, 'texts' | 'mails'> };

/** An address of which one sees that it is the right one, and not more: `z•••g@example.com`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  if (at < 1) return '•••';
  const last = at > 2 ? address[at - 1] : '';
  return `${address[0]}•••${last}${address.slice(at)}`;
}

/** Why a mail was not sent, in words. */
export function failureText(texts: Services['texts'], language: Language, failure: string | null): string | null {
  if (failure === null) return null;
  const key = `failure.${failure.replace(unreached, '')}`;
  const text = texts.text(language, 'mail', key);
  return text === key ? failure : text;
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
    answer: row.answer,
    nextAt: waits ? row.next_at : null,
    sentAt: row.sent_at,
  };
}
