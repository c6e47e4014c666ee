import { sql } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import { clock } from '#platform/clock.ts';
import { checkMailAddress, isHeaderText, type MailAddress } from '#platform/mail/mail-address.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Db } from '../directory.ts';
import { newId } from '../ids.ts';
import type { KeyedColumn, Keyring } from '../keyed-column.ts';
import { assertTemplates, type MailTemplate, type MailValues } from './mail-template.ts';
import './mail.table.ts';

/** A mail to one person: a template and what fills it. */
export interface MailDraft {
  /** Code of a template that a module declares. */
  readonly template: string;
  readonly to: MailAddress;
  readonly language: Language;
  /** Exactly the placeholders of the template. */
  readonly values: MailValues;
  /** The same key is queued once in 24 hours. */
  readonly dedupeKey?: string;
}

/** Mail of the product. */
export interface Mails {
  /** Every mail that modules send. */
  readonly templates: readonly MailTemplate[];
  /**
   * Puts a mail into the outbox in the caller's transaction: it leaves only if that commits, and is not lost after. Answers its id;
   * undefined when the same key was queued within 24 hours. An address that is none makes a mail that has failed, not an error.
   */
  queue(tx: Db, mail: MailDraft): Promise<string | undefined>;
  /** What fills a mail of the outbox. */
  valuesOf(db: Db, mail: { id: string; content: string }): Promise<MailValues>;
}

const dedupeMillis = 86_400_000;

/** The values of mails, until a week after their end. */
export const mailColumn: KeyedColumn = { purpose: 'messageStore', table: 'mail_outbox', id: 'id', column: 'content' };

/** Where the values of a mail are sealed for. */
export const contentPlace = (id: string) => ({ table: 'mail_outbox', column: 'content', row: id });

interface MailParts {
  templates: readonly MailTemplate[];
  secrets: Secrets;
  /** The enterprise's keys; without them values are sealed by the installation's own. */
  keyring?: Keyring | undefined;
}

/** Opens the outbox over the table `mail_outbox`; throws where a template could not be sent. */
export function openMails({ templates, secrets, keyring }: MailParts): Mails {
  assertTemplates(templates);
  const byCode = new Map(templates.map((template) => [template.code, template]));
  const sealed = async (tx: Db, id: string, plain: string): Promise<string> =>
    keyring ? keyring.seal(tx, 'messageStore', { plain, place: contentPlace(id) }) : secrets.seal(plain, contentPlace(id));
  return {
    templates,
    valuesOf: async (db, { id, content }) => {
      const place = contentPlace(id);
      return JSON.parse(keyring?.knows(content) ? await keyring.open(db, content, place) : secrets.open(content, place)) as MailValues;
    },
    queue: async (tx, { template, to, language, values, dedupeKey }) => {
      assertValues(byCode.get(template), template, values);
      const now = clock.now();
      if (dedupeKey !== undefined && !(await isFirst(tx, dedupeKey, now))) return undefined;
      const id = newId();
      const address = checkMailAddress(to.address);
      await tx
        .insertInto('mail_outbox')
        .values({
          id,
          queued_at: now,
          template,
          address: address ?? to.address,
          name: to.name !== undefined && isHeaderText(to.name) ? to.name : null,
          language,
          content: await sealed(tx, id, JSON.stringify(values)),
          state: address === undefined ? 'failed' : 'queued',
          attempts: 0,
          next_at: now,
          dialogue: null,
          ...(address === undefined && { failure: 'address', ended_at: now }),
        })
        .execute();
      return id;
    },
  };
}

/** A mail that lacks a value is a mistake of the module that sends it, and found by its first test. */
function assertValues(template: MailTemplate | undefined, code: string, values: MailValues): void {
  if (!template) throw new Error(`No module declares the mail template ${code}`);
  const names = Object.keys(template.placeholders);
  const missing = names.filter((name) => !Object.hasOwn(values, name));
  const unknown = Object.keys(values).filter((name) => !names.includes(name));
  if (missing.length + unknown.length > 0)
    throw new Error(`The mail ${code} lacks ${missing.join(', ') || 'nothing'} and has no use for ${unknown.join(', ') || 'nothing'}`);
}

/** Whether the key was not used within the last 24 hours; from now on it is. A second transaction with it waits for the first one's end. */
async function isFirst(tx: Db, key: string, now: number): Promise<boolean> {
  const { rows } = await sql`insert into mail_dedupe (key, until) values (${key}, ${now + dedupeMillis})
    on conflict (key) do update set until = excluded.until where mail_dedupe.until <= ${now} returning key`.execute(tx);
  return rows.length > 0;
}
