import { tableKind } from '#kit/server/change/table-kind.ts';
import { noticeMail as page } from '../common/permissions.ts';
import './mail.table.ts';

/** How mail leaves, in the change engine. */
export const mailConfigKind = tableKind({
  kind: 'mailConfig',
  module: 'mail',
  codes: { read: page.code, revert: page.button.update },
  table: 'mail_config',
  name: 'fromAddress',
  fields: {
    servers: { column: 'servers' },
    secrets: { column: 'secrets', secret: true },
    fromName: { column: 'from_name' },
    fromAddress: { column: 'from_address' },
    replyTo: { column: 'reply_to' },
    ehloName: { column: 'ehlo_name' },
    perMinute: { column: 'per_minute' },
    maxSize: { column: 'max_size' },
    dkim: { column: 'dkim' },
    dkimKey: { column: 'dkim_key', secret: true },
    footer: { column: 'footer' },
    testTo: { column: 'test_to' },
  },
});

/** Own texts of the mails, in the change engine. */
export const mailTemplateKind = tableKind({
  kind: 'mailTemplate',
  module: 'mail',
  codes: { read: page.code, revert: page.button.saveTemplate },
  table: 'mail_template',
  name: 'code',
  fields: { code: { column: 'code' }, texts: { column: 'texts' } },
});
