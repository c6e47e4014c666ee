import { userInfo } from 'node:os';
import { resetAdminPassword } from '#app/admin-password.ts';
import { onExisting } from './on-existing.ts';

// npm run admin:password: a new one-time password for the built-in admin, for who has the machine; also while the product runs.
await onExisting('admin:password', async (database) => {
  const password = await resetAdminPassword(database, `${userInfo().username} on this machine`);
  console.log(`One-time password of admin, told this once: ${password}`);
  console.log('The sessions of admin have ended and its lock is lifted. It is in the audit.');
});
