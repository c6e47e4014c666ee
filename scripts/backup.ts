import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { backUp } from '#platform/backup/backup.ts';
import { readSettings } from '#platform/settings.ts';
import { StartError } from '#platform/start-error.ts';

// npm run backup -- FILE: database, files and keys into one encrypted archive, also while the product runs.
try {
  const name = process.argv[2];
  if (!name) throw new StartError('Say which file to write: npm run backup -- FILE');
  const file = path.resolve(process.env.INIT_CWD ?? '.', name);
  const settings = readSettings(process.env, process.cwd());
  const given = process.env.BACKUP_PASSPHRASE;
  const passphrase = given || randomBytes(24).toString('base64url');
  const { rows, files, bytes } = await backUp(settings, file, passphrase);
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  console.log(`Wrote ${file}: ${total} rows of ${Object.keys(rows).length} tables, ${files} files (${bytes} bytes).`);
  if (settings.fileStore.startsWith('s3://'))
    console.log('The files are in a bucket and not in the archive: keep them by the versions or copies of the bucket itself.');
  if (!given) console.log(`Its passphrase, told this once and kept nowhere: ${passphrase}`);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
