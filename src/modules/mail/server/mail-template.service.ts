import type { Parsed, Reply } from '#kit/common/contract.ts';
import { languages, pick, type Language } from '#kit/common/language.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { unknownPlaceholder, type MailTemplate, type MailText } from '#kit/server/mail/mail-template.ts';
import { notFound, Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import type * as contract from '../common/mail-template.contract.ts';
import { mailTemplateKind } from './mail.kinds.ts';
import { readConfig } from './mail-config.query.ts';
import { renderMail, textsOf } from './render.ts';
import { cleanHtml } from './clean-html.ts';

type Beside = Pick<Call, 'caller'> & { db: Db; services: Pick<Services, 'mails'> };
type Row = { id: string; code: string; version: number; texts: Partial<Record<Language, MailText>> } & Record<
  'created_at' | 'updated_at',
  number
> &
  Record<'created_by' | 'updated_by', string | null>;

const known = ({ mails }: Pick<Services, 'mails'>, code: string): MailTemplate | undefined =>
  mails.templates.find((template) => template.code === code);

function viewOf(row: Row, template: MailTemplate, language: Language): contract.MailTemplateView {
  return {
    ...stampsOf(row),
    code: row.code,
    title: pick(template.title, language),
    subject: textsOf(template, row.texts)[language].subject,
    changed: languages.filter((one) => row.texts[one]),
  };
}

/** Templates whose module is there; there are some dozens, so the page is cut from all of them. */
export async function listTemplates(
  call: Call,
  input: Parsed<typeof contract.mailTemplateList>,
): Promise<Reply<typeof contract.mailTemplateList>> {
  const { language } = call.caller;
  const rows = await call.db.selectFrom('mail_template').selectAll().execute();
  const wanted = input.text?.toLowerCase();
  const all = rows
    .flatMap((row) => {
      const template = known(call.services, row.code);
      return template ? [viewOf(row, template, language)] : [];
    })
    .filter((view) => input.own === undefined || view.changed.length > 0 === input.own)
    .filter((view) => wanted === undefined || [view.code, view.title, view.subject].some((text) => text.toLowerCase().includes(wanted)));
  const name = (input.sort ?? 'code').replace(/^-/, '') as 'code' | 'title' | 'updatedAt';
  const sign = input.sort?.startsWith('-') ? -1 : 1;
  all.sort((one, other) => sign * (compare(one[name], other[name]) || compare(one.code, other.code)));
  const from = (input.pageNum - 1) * input.pageSize;
  return { list: all.slice(from, from + input.pageSize), total: all.length, pages: Math.ceil(all.length / input.pageSize) };
}

const compare = (one: string | number, other: string | number): number => (one < other ? -1 : Number(one > other));

async function rowOf(db: Db, services: Pick<Services, 'mails'>, id: string): Promise<{ row: Row; template: MailTemplate }> {
  const row = await db.selectFrom('mail_template').selectAll().where('id', '=', id).executeTakeFirst();
  const template = row && known(services, row.code);
  if (!row || !template) throw notFound();
  return { row, template };
}

/** One with its texts. */
export async function getTemplate({ db, caller, services }: Beside, id: string): Promise<contract.MailTemplateFull> {
  const { row, template } = await rowOf(db, services, id);
  const { language } = caller;
  return {
    ...viewOf(row, template, language),
    placeholders: Object.entries(template.placeholders).map(([name, { title, sample }]) => ({
      name,
      title: pick(title, language),
      sample,
    })),
    texts: textsOf(template, row.texts),
    shipped: template.shipped,
  };
}

function assertPlaceholders(template: MailTemplate, text: MailText): void {
  for (const part of [text.subject, text.html, text.text]) {
    const name = unknownPlaceholder(template, part);
    if (name !== undefined) throw new Refusal(11036, { name }, { name });
  }
}

/** Writes own texts; a text that is as shipped is none. */
export async function saveTemplate(
  tx: Tx,
  { caller, services }: Omit<Beside, 'db'>,
  input: Parsed<typeof contract.mailTemplateSave>,
): Promise<void> {
  const { row, template } = await rowOf(tx, services, input.id);
  const texts: Partial<Record<Language, MailText>> = { ...row.texts };
  for (const language of languages) {
    const text = input.texts[language];
    if (!text) continue;
    assertPlaceholders(template, text);
    const clean = { ...text, html: await cleanHtml(text.html) };
    if (isSame(clean, template.shipped[language]) || isSame(text, template.shipped[language])) delete texts[language];
    else texts[language] = clean;
  }
  await changeObjects(tx, caller, mailTemplateKind, [{ id: input.id, version: input.version, fields: { texts: fieldOfTexts(texts) } }]);
}

/** The texts as a journaled field. */
const fieldOfTexts = (texts: Partial<Record<Language, MailText>>): Fields =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, { ...text }]));

const isSame = (one: MailText, other: MailText): boolean =>
  one.subject === other.subject && one.html === other.html && one.text === other.text;

/** Gives own texts up; answers how many had some. */
export async function resetTemplates(tx: Tx, caller: Caller, ids: readonly string[]): Promise<number> {
  const rows = await tx.selectFrom('mail_template').select(['id', 'texts']).where('id', 'in', ids).execute();
  const own = rows.filter(({ texts }) => Object.keys(texts).length > 0);
  if (rows.length === 0) throw notFound();
  if (own.length > 0)
    await changeObjects(
      tx,
      caller,
      mailTemplateKind,
      own.map(({ id }) => ({ id, version: null, fields: { texts: {} } })),
    );
  return own.length;
}

/** A mail with its examples and the footer. */
export async function previewTemplate(call: Call, input: Parsed<typeof contract.mailTemplatePreview>): Promise<MailText> {
  const { row, template } = await rowOf(call.db, call.services, input.id);
  if (input.text) assertPlaceholders(template, input.text);
  const samples = Object.fromEntries(Object.entries(template.placeholders).map(([name, { sample }]) => [name, sample]));
  const texts = input.text ? { [input.language]: input.text } : row.texts;
  const { footer } = await readConfig(call.db);
  const mail = await renderMail(template, { language: input.language, own: texts, values: samples, footer });
  // Whoever draws it relies on its being plain and balanced.
  return { ...mail, html: await cleanHtml(mail.html) };
}
