import path from 'node:path';
import { askHidden } from './ask-hidden.ts';
import { migrationSources } from '#app/migrations.ts';
import { noteRestore } from '#kit/server/audit/note-restore.ts';
import { restore } from '#platform/backup/restore.ts';
import { readSettings } from '#platform/settings.ts';
import { StartError } from '#platform/start-error.ts';

// npm run restore -- FILE: an archive into an empty database, file folder and key file.
try {
  const name = process.argv[2];
  if (!name) throw new StartError('Say which file to read: npm run restore -- FILE');
  const passphrase = process.env.BACKUP_PASSPHRASE || (await askHidden('Passphrase of the archive: '));
  if (!passphrase) throw new StartError("Set BACKUP_PASSPHRASE to the archive's passphrase.");
  const file = path.resolve(process.env.INIT_CWD ?? '.', name);
  const settings = readSettings(process.env, process.cwd());
  const { rows, files } = await restore({
    settings,
    sources: migrationSources,
    file,
    passphrase,
    note: (client) => noteRestore(client, settings),
  });
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  console.log(`Restored ${total} rows of ${Object.keys(rows).length} tables and ${files} files. Everybody has to sign in again.`);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
