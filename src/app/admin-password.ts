import { builtinAdminUid } from '#kit/server/caller.ts';
import { writeAudit } from '#kit/server/audit/write-audit.ts';
import { liftLocks } from '#kit/server/session/attempts.ts';
import { makeOneTimePassword, storePassword } from '#kit/server/session/credentials.ts';
import { sessionsChanged } from '#kit/server/session/session-changes.ts';
import { noteEnds } from '#kit/server/session/sign-in-log.ts';
import type { Database } from '#platform/database/open-database.ts';
import { machineCaller } from './machine-caller.ts';

/**
 * The way back in for who has the machine but no password: gives the built-in `admin` a one-time password, lifts the lock of the account
 * and ends its sessions; audited as done on the machine. Works beside a running product.
 */
export async function resetAdminPassword({ db }: Pick<Database, 'db'>, operator: string): Promise<string> {
  const text = makeOneTimePassword();
  const now = Date.now();
  const caller = machineCaller({ operator, command: 'npm run admin:password', operation: 'admin.password', now });
  caller.touch({ kind: 'employee', id: builtinAdminUid, name: 'admin' });
  await db.transaction().execute(async (tx) => {
    await storePassword(tx, builtinAdminUid, { text, mustChange: true, now });
    await liftLocks(tx, ['admin'], now);
    const ended = await tx
      .updateTable('session')
      .set({ ended_at: now, ended_reason: 'password' })
      .where('uid', '=', builtinAdminUid)
      .where('ended_at', 'is', null)
      .returning('id')
      .execute();
    await noteEnds(
      tx,
      ended.map(({ id }) => id),
      'password',
    );
    await sessionsChanged(tx, [builtinAdminUid]);
    await writeAudit(tx, caller, { path: 'npm run admin:password', module: 'kit', code: 0, durationMs: Date.now() - now });
  });
  return text;
}
