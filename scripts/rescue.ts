import { userInfo } from 'node:os';
import { unlockSignIn } from '#app/rescue.ts';
import { onExisting } from './on-existing.ts';

// npm run rescue -- --unlock [--reset-factors]: opens the password of this product for 15 minutes, also while the product runs.
const wishes = process.argv.slice(2);
const known = ['--unlock', '--reset-factors'];
if (!wishes.includes('--unlock') || wishes.some((wish) => !known.includes(wish))) {
  console.error('Say what to do: npm run rescue -- --unlock [--reset-factors]');
  process.exitCode = 2;
} else
  await onExisting('rescue', async (database) => {
    const wish = { operator: `${userInfo().username} on this machine`, factors: wishes.includes('--reset-factors'), now: Date.now() };
    const { until, factors } = await unlockSignIn(database, wish);
    console.log(`Signing in with account and password is open until ${new Date(until).toLocaleTimeString()}. It is in the audit.`);
    if (wish.factors) console.log(`Second factors of admin that were taken away: ${factors}`);
  });
