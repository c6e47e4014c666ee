import { z } from 'zod';
import { languages } from '#kit/common/language.ts';
import type { Fields, OperationIssue } from '#kit/server/change/kind.ts';
import type { ConfigArea, ConfigKind } from '#kit/server/config/config-area.ts';
import { unknownPlaceholder, type MailTemplate, type MailText } from '#kit/server/mail/mail-template.ts';
import { mailConfigChange, mailServerDraft } from '../common/mail-config.contract.ts';
import { mailTextDraft } from '../common/mail-template.contract.ts';
import { cleanHtml } from './clean-html.ts';
import { mailConfigKind, mailTemplateKind } from './mail.kinds.ts';
import { addressIssues, serverIssues } from './mail-config.service.ts';
import type { StoredServer } from './mail.table.ts';

const { fromName, fromAddress, replyTo, ehloName, perMinute, maxSize, footer, testTo } = mailConfigChange.shape;
const dkim = z.strictObject({ domain: z.string().max(253), selector: z.string().max(63) }).nullable();
const server = mailServerDraft.omit({ secret: true }).extend({ key: z.string().regex(/^[a-z0-9]{1,36}$/) });

/** How mail leaves. The secrets of the servers travel as one: by key of the server, with the target that each is for. */
const mailConfig: ConfigKind = {
  name: 'mail-config',
  kind: mailConfigKind,
  fields: {
    fromName: fromName.or(z.literal('')),
    fromAddress: fromAddress.or(z.literal('')),
    replyTo,
    ehloName,
    perMinute,
    maxSize,
    footer,
    testTo,
    servers: z.array(server).max(3),
    dkim,
  },
  secrets: {
    secrets: { table: 'mail_config', column: 'secrets' },
    dkimKey: { table: 'mail_config', column: 'dkim_key' },
  },
  objects: async (db) => {
    const rows = await db.selectFrom('mail_config').select('id').execute();
    return rows.map(({ id }) => ({ id, code: 'mail', fixed: true }));
  },
  create: async (_db, { id, code }) => ({ id, name: code, fields: {} }),
  rules: async (fields) => [
    ...addressIssues(fields as Parameters<typeof addressIssues>[0])
      .filter(({ path }) => fields[path] !== '')
      .map(({ path, namespace, key }): OperationIssue => ({ path, namespace, key })),
    ...(fields['servers'] as unknown as StoredServer[])
      .flatMap((one, index) => serverIssues(one, `servers.${index}`))
      .map((found): OperationIssue => ({ path: found.path, namespace: found.namespace, key: found.key })),
  ],
};

const texts = z.strictObject({ zh_CN: mailTextDraft.optional(), en_US: mailTextDraft.optional(), ja_JP: mailTextDraft.optional() });

/** Own texts of the mails; a template without any has no file. */
const templateConfig: ConfigKind = {
  name: 'mail-template',
  kind: mailTemplateKind,
  fields: { texts },
  objects: async (db) => {
    const rows = await db.selectFrom('mail_template').select(['id', 'code', 'texts']).orderBy('code').execute();
    return rows.map(({ id, code, texts: own }) => ({ id, code, fixed: true, untouched: Object.keys(own).length === 0 }));
  },
  create: async (_db, { id, code }) => ({ id, name: code, fields: { code } }),
  reset: async () => ({ texts: {} }),
  rules: async (fields, _db, { mails }) => textIssues(fields, mails.templates),
};

async function textIssues(fields: Fields, templates: readonly MailTemplate[]): Promise<OperationIssue[]> {
  const template = templates.find(({ code }) => code === fields['code']);
  const own = fields['texts'] as Partial<Record<(typeof languages)[number], MailText>>;
  const issues: OperationIssue[] = [];
  for (const language of languages) {
    const text = own[language];
    if (!text || !template) continue;
    const unknown = [text.subject, text.html, text.text]
      .map((part) => unknownPlaceholder(template, part))
      .find((name) => name !== undefined);
    if (unknown !== undefined)
      issues.push({ path: `texts.${language}`, namespace: 'system', key: 'error.11036', params: { name: unknown } });
    // What the form would have taken out never comes in by a file.
    if ((await cleanHtml(text.html)) !== text.html) issues.push({ path: `texts.${language}.html`, namespace: 'kit', key: 'issue.custom' });
  }
  return issues;
}

/** Mail as text. */
export const mailAreas: readonly ConfigArea[] = [
  { area: 'mail', title: { zh_CN: '邮件', en_US: 'Mail', ja_JP: 'メール' }, kinds: [mailConfig, templateConfig] },
];
