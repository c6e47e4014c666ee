import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { languages } from '#kit/common/language.ts';
import { count, id, ids, longText, pageOf, pageQuery, searchText, stamps, text } from '#kit/common/schema.ts';
import { noticeMail as page } from './permissions.ts';

/** A mail in one language as an administrator writes it. */
export const mailTextDraft = z.strictObject({ subject: text(200), html: longText(100_000).min(1), text: longText(50_000).min(1) });
export type MailTextDraft = z.output<typeof mailTextDraft>;
const oneLanguage = z.object({ subject: z.string(), html: z.string(), text: z.string() });
const byLanguage = <T extends z.ZodType>(one: T) => z.object({ zh_CN: one, en_US: one, ja_JP: one });
/** Texts of an administrator's own; a language without one keeps what is shipped. */
const own = z.strictObject({ zh_CN: mailTextDraft.optional(), en_US: mailTextDraft.optional(), ja_JP: mailTextDraft.optional() });

/** A template as the list shows it. */
export const mailTemplateRow = z.object({
  ...stamps,
  code: z.string(),
  title: z.string(),
  subject: z.string(),
  /** Languages whose text is an administrator's own. */
  changed: z.array(z.enum(languages)),
});
export type MailTemplateView = z.output<typeof mailTemplateRow>;

/** A template with its texts. */
export const mailTemplateFull = mailTemplateRow.extend({
  placeholders: z.array(z.object({ name: z.string(), title: z.string(), sample: z.string() })),
  texts: byLanguage(oneLanguage),
  shipped: byLanguage(oneLanguage),
});
export type MailTemplateFull = z.output<typeof mailTemplateFull>;

/** Every mail that the product sends. */
export const mailTemplateList = endpoint({
  method: 'GET',
  path: 'sys/mail/template/list',
  access: { code: page.code },
  scope: 'none',
  input: pageQuery(['code', 'title', 'updatedAt'] as const).extend({
    /** Anywhere in code, name or subject. */
    text: searchText().optional(),
    own: z.boolean().optional(),
  }),
  reply: pageOf(mailTemplateRow),
  dedupe: 'cancel-previous',
  summary: 'Notification mails',
});

/** One of them with its texts. */
export const mailTemplateGet = endpoint({
  method: 'GET',
  path: 'sys/mail/template/get',
  access: { code: page.code },
  scope: 'none',
  input: z.object({ id: id() }),
  reply: mailTemplateFull,
  summary: 'Texts of one notification mail',
});

/** Writes own texts; what is not named keeps its own. 11036 where a placeholder is not known. */
export const mailTemplateSave = endpoint({
  method: 'POST',
  path: 'sys/mail/template/save',
  access: { code: page.button.saveTemplate },
  scope: 'none',
  audit: 'mailTemplate.save',
  dryRun: true,
  errors: [11036],
  input: z.strictObject({ id: id(), version: stamps.version, texts: own }),
  reply: mailTemplateFull,
  summary: 'Changes the texts of a notification mail',
});

/** Gives own texts up. */
export const mailTemplateReset = endpoint({
  method: 'POST',
  path: 'sys/mail/template/reset',
  access: { code: page.button.resetTemplate },
  scope: 'none',
  audit: 'mailTemplate.reset',
  dryRun: true,
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Puts notification mails back to their shipped texts',
});

/** How a mail would look with its samples and the footer; of what is stored, or of a text that is not saved yet. */
export const mailTemplatePreview = endpoint({
  method: 'POST',
  path: 'sys/mail/template/preview',
  access: { code: page.code },
  scope: 'none',
  reads: true,
  errors: [11036],
  input: z.strictObject({ id: id(), language: z.enum(languages), text: mailTextDraft.optional() }),
  reply: oneLanguage,
  dedupe: 'cancel-previous',
  summary: 'Shows a notification mail with examples',
});
