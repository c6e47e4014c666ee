import { userInfo } from 'node:os';
import { resetAdminPassword } from '#app/admin-password.ts';
import { openExisting } from '#app/open-existing.ts';
import { readSettings } from '#platform/settings.ts';
import { StartError } from '#platform/start-error.ts';

// npm run admin:password: a new one-time password for the built-in admin, for who has the machine; also while the product runs.
try {
  const database = await openExisting(readSettings(process.env, process.cwd()), 'admin:password');
  try {
    const password = await resetAdminPassword(database, `${userInfo().username} on this machine`);
    console.log(`One-time password of admin, told this once: ${password}`);
    console.log('The sessions of admin have ended and its lock is lifted. It is in the audit.');
  } finally {
    await database.close();
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
