import { languages, type Language, type LocalText } from '#kit/common/language.ts';

/** A mail in one language. In `html` what fills a placeholder is escaped; subject and text take it as it is. */
export interface MailText {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** A mail of paragraphs, each a line of the list; the lines stand in the HTML as they are. */
export const mailOf = (subject: string, lines: readonly string[]): MailText => ({
  subject,
  html: lines.map((line) => `<p>${line}</p>`).join('\n'),
  text: lines.join('\n\n'),
});

/** Something that differs from mail to mail: what it is, and an example for the preview. */
export interface MailPlaceholder {
  readonly title: LocalText;
  readonly sample: string;
}

/** A mail that a module sends. Administrators may change its texts, within its placeholders. */
export interface MailTemplate {
  /** Fixed, `warning.open`. */
  readonly code: string;
  readonly title: LocalText;
  /** What may stand in double braces, `{{link}}`; names are English letters and digits. */
  readonly placeholders: Readonly<Record<string, MailPlaceholder>>;
  readonly shipped: Readonly<Record<Language, MailText>>;
}

/** Values of the placeholders of one mail. */
export type MailValues = Readonly<Record<string, string | number>>;

const braces = /\{\{\s*([^{}]*?)\s*\}\}/g;
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** The first thing in braces that is no placeholder of the template; there is no other logic than names. */
export function unknownPlaceholder(template: Pick<MailTemplate, 'placeholders'>, text: string): string | undefined {
  for (const [, name = ''] of text.matchAll(braces)) if (!Object.hasOwn(template.placeholders, name)) return name;
  // Braces that close or open nothing are a mistyped placeholder, and a third pair has no meaning here.
  return /\{\{|\}\}|\{\0|\0\}/.exec(text.replace(braces, '\0'))?.[0].replace('\0', '{{…}}');
}

/** The mail with its placeholders filled. */
export function fillMail(text: MailText, values: MailValues): MailText {
  const valueOf = (name: string): string => (Object.hasOwn(values, name) ? String(values[name]) : '');
  const plain = (part: string): string => part.replace(braces, (_, name: string) => valueOf(name));
  return {
    // A name with a line break must not begin another header.
    subject: plain(text.subject)
      .replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ')
      .trim(),
    html: text.html.replace(braces, (_, name: string) => valueOf(name).replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)),
    text: plain(text.text),
  };
}

/** Throws at the start where a template could not be sent: two of one code, a language missing, a placeholder unknown. */
export function assertTemplates(templates: readonly MailTemplate[]): void {
  const codes = new Set<string>();
  for (const template of templates) {
    if (codes.has(template.code)) throw new Error(`Two mail templates are called ${template.code}`);
    codes.add(template.code);
    for (const name of Object.keys(template.placeholders))
      if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name)) throw new Error(`The mail template ${template.code} names a placeholder ${name}`);
    for (const language of languages)
      for (const [part, text] of Object.entries(template.shipped[language])) {
        const unknown = unknownPlaceholder(template, text);
        if (unknown !== undefined) throw new Error(`${template.code} ${language} ${part}: the placeholder ${unknown} is not declared`);
        if (text.trim() === '') throw new Error(`${template.code} ${language} ${part} is empty`);
      }
  }
}
