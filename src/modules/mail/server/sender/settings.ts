import type { Language } from '#kit/common/language.ts';
import type { Services } from '#kit/server/services.ts';
import type { MailAddress } from '#platform/mail/mail-address.ts';
import type { DkimKey } from '#platform/mail/mail-message.ts';
import type { PooledServer } from '#platform/mail/mail-pool.ts';
import type { MailConfigTable } from '../mail.table.ts';
import { openDkimKey, readConfig } from '../mail-config.query.ts';
import { openServerSecrets, secretFor, type KeptSecrets } from '../server-secrets.ts';
import type { Tokens } from './tokens.ts';

/** How mail leaves now. */
export interface SendingSettings {
  readonly version: number;
  readonly servers: readonly PooledServer[];
  readonly from: MailAddress;
  readonly replyTo: MailAddress | undefined;
  readonly dkim: DkimKey | undefined;
  readonly maxBytes: number;
  readonly perMinute: number;
  readonly footer: Partial<Record<Language, string>>;
  /** What mails are numbered under. */
  readonly domain: string;
}

type Stored = Awaited<ReturnType<typeof readConfig>>;

/** The settings as they are now, undefined until servers and a sender are entered. */
export async function readSettings(services: Pick<Services, 'database' | 'secrets'>, tokens: Tokens): Promise<SendingSettings | undefined> {
  const row = await readConfig(services.database.db);
  if (row.servers.length === 0 || row.from_address === '') return undefined;
  const kept = openServerSecrets(services.secrets, row);
  const privateKey = openDkimKey(services.secrets, row);
  return {
    version: row.version,
    servers: row.servers.map((server) => serverOf(server, { row, kept, tokens })),
    from: { address: row.from_address, ...(row.from_name !== '' && { name: row.from_name }) },
    replyTo: row.reply_to === null ? undefined : { address: row.reply_to },
    dkim: row.dkim && privateKey !== undefined ? { ...row.dkim, privateKey } : undefined,
    maxBytes: row.max_size * 1024 * 1024,
    perMinute: row.per_minute,
    footer: row.footer,
    domain: row.from_address.slice(row.from_address.lastIndexOf('@') + 1),
  };
}

function serverOf(
  server: Stored['servers'][number],
  { row, kept, tokens }: { row: Pick<MailConfigTable, 'ehlo_name' | 'version'>; kept: KeptSecrets; tokens: Tokens },
): PooledServer {
  const secret = secretFor(kept, server) ?? '';
  const user = server.account ?? '';
  const auth =
    server.auth === 'none'
      ? {}
      : { auth: server.auth === 'password' ? { user, password: secret } : { user, token: () => tokens.of(server, secret) } };
  return {
    // Sessions of former settings are not used again.
    key: `${server.key} ${row.version}`,
    host: server.host,
    port: server.port,
    security: server.security,
    ...auth,
    ...(server.ca !== null && { tls: { ca: server.ca } }),
    ...(row.ehlo_name !== null && { ourName: row.ehlo_name }),
  };
}
