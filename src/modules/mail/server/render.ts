import type { Language } from '#kit/common/language.ts';
import { fillMail, type MailTemplate, type MailText, type MailValues } from '#kit/server/mail/mail-template.ts';
import { cleanHtml } from './clean-html.ts';

/** What a mail is made of beside its template. */
interface Parts {
  language: Language;
  own: Partial<Record<Language, MailText>>;
  values: MailValues;
  footer: Partial<Record<Language, string>>;
}

/** The texts that hold: own ones, else those shipped. */
export function textsOf(template: MailTemplate, own: Partial<Record<Language, MailText>>): Record<Language, MailText> {
  return { ...template.shipped, ...own };
}

/** A mail in the reader's language with its footer. What an administrator wrote is cleaned again as a whole: a value may stand in an address. */
export async function renderMail(template: MailTemplate, { language, own, values, footer }: Parts): Promise<MailText> {
  const filled = fillMail(textsOf(template, own)[language], values);
  const html = own[language] ? await cleanHtml(filled.html) : filled.html;
  const line = footer[language]?.trim();
  if (!line) return { ...filled, html };
  const escaped = fillMail({ subject: '', html: '{{line}}', text: '' }, { line }).html.replaceAll('\n', '<br>');
  return {
    subject: filled.subject,
    html: `${html}\n<hr>\n<p><small>${escaped}</small></p>`,
    text: `${filled.text}\n\n-- \n${line}`,
  };
}
