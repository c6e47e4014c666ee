import type { PoolClient } from 'pg';
import { openSecrets } from '#platform/secrets/secrets.ts';
import type { Settings } from '#platform/settings.ts';
import { noteRestoreOutside } from './anchor-file.ts';
import { restoreNote } from './anchor.ts';

/**
 * Notes that a backup is restored, in the transaction that fills the database and in the data folder: a chain that is shorter than what was
 * noted before is then no damage, on any node. Where the backup is of a version that has no place for it the folder brings it along.
 */
export async function noteRestore(client: PoolClient, settings: Pick<Settings, 'dataDir' | 'masterKey' | 'keyFile'>): Promise<void> {
  const { masterKey, keyFile, dataDir } = settings;
  const secrets = await openSecrets({ keyFile, ...(masterKey !== undefined && { masterKey }) });
  const note = restoreNote(secrets, Date.now());
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('audit_restore') is not null as there`);
  if (rows[0]?.there)
    await client.query('insert into audit_restore (at, mac, key_id) values ($1, $2, $3)', [note.at, note.mac, note.key_id]);
  await noteRestoreOutside(secrets, dataDir, note.at);
}
