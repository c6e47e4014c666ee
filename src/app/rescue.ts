import { writeAudit } from '#kit/server/audit/write-audit.ts';
import { builtinAdminUid } from '#kit/server/caller.ts';
import { liftLocks } from '#kit/server/session/attempts.ts';
import { resetFactors } from '#kit/server/session/factor/reset-factors.ts';
import type { Database } from '#platform/database/open-database.ts';
import { machineCaller } from './machine-caller.ts';

const rescueMillis = 15 * 60_000;

/**
 * The way back in for who has the machine and a password, but whom the settings of signing in keep out: for fifteen minutes the password
 * of this product opens again, address rules don't hold for super administrators who use it, and the lock of `admin` is lifted. With
 * `factors` the second factors of `admin` are taken away too. Audited as done on the machine; works beside a running product.
 */
export async function unlockSignIn(
  { db }: Pick<Database, 'db'>,
  { operator, factors, now }: { operator: string; factors: boolean; now: number },
): Promise<{ until: number; factors: number }> {
  const until = now + rescueMillis;
  const caller = machineCaller({ operator, command: 'npm run rescue', operation: 'signIn.rescue', now });
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto('sign_in_rescue')
      .values({ until })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ until }))
      .execute();
    await liftLocks(tx, ['admin'], now);
    const gone = factors ? await resetFactors(tx, builtinAdminUid) : 0;
    caller.note({ until, ...(factors && { factors: gone }) });
    await writeAudit(tx, caller, { path: 'npm run rescue', module: 'kit', code: 0, durationMs: Date.now() - now });
    return { until, factors: gone };
  });
}
