import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { KeyPurpose } from '../../common/encryption.contract.ts';
import { encryptionPage as page } from '../../common/permissions.ts';
import { openKey } from './keyring.ts';
import { countLeft, moveSome } from './protected.ts';

const batch = 500;

/**
 * Puts everything under former keys of a purpose under the one that writes now, a batch a transaction. Each value opens under one of both at
 * every moment; begun again, it goes on with what is left.
 */
export const moveJob: JobKind<{ purpose: KeyPurpose }, { moved: number }> = {
  kind: 'encryption.rotate',
  title: { namespace: 'terminal-settings', key: 'job.rotate' },
  code: page.button.rotate,
  exclusive: ({ purpose }) => `encryption.${purpose}`,
  run: async (context, { purpose }) => {
    const { services } = context;
    const { db } = services.database;
    const columns = services.keyedColumns.filter((column) => column.purpose === purpose);
    const rows = await db
      .selectFrom('encryption_key')
      .select(['key_id', 'state'])
      .where('purpose', '=', purpose)
      .where('state', 'in', ['active', 'retiring'])
      .execute();
    const active = rows.find(({ state }) => state === 'active');
    const former = rows.filter(({ state }) => state === 'retiring').map(({ key_id: keyId }) => keyId);
    if (!active) return { moved: 0 };
    let total = 0;
    for (const keyId of former) total += await countLeft(db, columns, keyId);
    const moved = await moveAll(context, { columns, former, active: active.key_id, total });
    return { moved };
  },
};

interface Work {
  columns: JobContext['services']['keyedColumns'];
  former: readonly string[];
  active: string;
  total: number;
}

async function moveAll({ services, signal, progress }: JobContext, { columns, former, active, total }: Work): Promise<number> {
  const { database, secrets } = services;
  const next = await openKey(database.db, secrets, active);
  let done = 0;
  for (const keyId of former) {
    const old = await openKey(database.db, secrets, keyId);
    for (const column of columns)
      for (let count = batch; count === batch;) {
        signal.throwIfAborted();
        count = await database.db.transaction().execute((tx) => moveSome(tx, column, { former: old, next, limit: batch }));
        done += count;
        await progress({ done, total: Math.max(total, done), failed: 0 });
      }
  }
  return done;
}
