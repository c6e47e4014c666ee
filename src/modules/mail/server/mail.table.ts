import type { JSONColumnType } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import type { MailText } from '#kit/server/mail/mail-template.ts';
import type { mailAuths, mailSecurities } from '../common/mail-config.contract.ts';

/** A mail server as it is kept; its secret is elsewhere. */
export interface StoredServer {
  key: string;
  host: string;
  port: number;
  security: (typeof mailSecurities)[number];
  allowPlain: boolean;
  auth: (typeof mailAuths)[number];
  account: string | null;
  tokenUrl: string | null;
  clientId: string | null;
  scope: string | null;
  ca: string | null;
}

interface Stamps {
  id: string;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

type Json<T extends object> = JSONColumnType<T, string, string>;

/** How mail leaves. */
export interface MailConfigTable extends Stamps {
  servers: Json<StoredServer[]>;
  secrets: string | null;
  from_name: string;
  from_address: string;
  reply_to: string | null;
  ehlo_name: string | null;
  per_minute: number;
  max_size: number;
  dkim: JSONColumnType<{ domain: string; selector: string } | null, string | null, string | null>;
  dkim_key: string | null;
  footer: Json<Partial<Record<Language, string>>>;
  test_to: string | null;
}

/** Own texts of a template. */
export interface MailTemplateTable extends Stamps {
  code: string;
  texts: Json<Partial<Record<Language, MailText>>>;
}

interface MailSenderTable {
  one: boolean;
  owner: string | null;
  lease_until: number;
  paused_at: number | null;
  paused_by: string | null;
  last_sent_at: number | null;
  trouble: string | null;
  trouble_since: number | null;
}

interface MailSuppressionTable {
  id: string;
  address: string;
  failures: number;
  answer: string | null;
  since: number | null;
  updated_at: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    mail_config: MailConfigTable;
    mail_template: MailTemplateTable;
    mail_sender: MailSenderTable;
    mail_suppression: MailSuppressionTable;
  }
}
