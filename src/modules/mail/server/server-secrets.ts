import type { Secrets } from '#platform/secrets/secrets.ts';
import type { StoredServer } from './mail.table.ts';

/** The secret of a server, and whom it was entered for. */
interface Kept {
  target: string;
  secret: string;
}

/** Secrets by the key of their server. */
export type KeptSecrets = Readonly<Record<string, Kept>>;

const place = (id: string) => ({ table: 'mail_config', column: 'secrets', row: id });
/** Where the private key is sealed for. */
export const dkimPlace = (id: string) => ({ table: 'mail_config', column: 'dkim_key', row: id });

/** Whom a secret is for: it is never sent elsewhere, nor with less protection than it was entered for. */
export function targetOf(server: Omit<StoredServer, 'key'>): string {
  const { host, port, security, auth, account, tokenUrl, clientId, ca } = server;
  return JSON.stringify([host, port, security, auth, account, tokenUrl, clientId, ca]);
}

/** The secrets of the settings. */
export function openServerSecrets(secrets: Secrets, row: { id: string; secrets: string | null }): KeptSecrets {
  return row.secrets === null ? {} : (JSON.parse(secrets.open(row.secrets, place(row.id))) as KeptSecrets);
}

/** Seals them. */
export const sealServerSecrets = (secrets: Secrets, id: string, kept: KeptSecrets): string => secrets.seal(JSON.stringify(kept), place(id));

/** The secret of a server as it is now; undefined where none was entered for exactly this one. */
export function secretFor(kept: KeptSecrets, server: StoredServer): string | undefined {
  const own = Object.hasOwn(kept, server.key) ? kept[server.key] : undefined;
  return own?.target === targetOf(server) ? own.secret : undefined;
}
