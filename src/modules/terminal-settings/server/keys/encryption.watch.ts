import { systemCaller } from '#kit/server/caller.ts';
import type { Services } from '#kit/server/services.ts';
import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import { encryptionPage as page } from '../../common/permissions.ts';
import { listPurposes } from './encryption.query.ts';
import { activate } from './encryption.service.ts';
import { readiness } from './holders.ts';

/** What is said when a key grows old. */
export const keyWarnings: readonly WarningKind[] = [
  {
    kind: 'key.rotation',
    title: local('密钥需要轮换', 'A key is due for rotation', '鍵のローテーション期限'),
    sentence: local(
      '密钥“{name}”应轮换，期限：{dueAt}',
      'Key “{name}” is due for rotation: {dueAt}',
      '鍵「{name}」のローテーション期限：{dueAt}',
    ),
    severity: 'warning',
    facts: {
      dueAt: { label: local('轮换期限', 'Due', '期限'), as: 'time' },
      keyId: { label: local('密钥编号', 'Key id', '鍵 ID') },
    },
    link: () => page.route ?? '',
  },
];

const severities = { soon: 'info', due: 'warning', overdue: 'error' } as const;

/** Looks at the age of every key, and says what is due or right again. */
export async function watchKeys(services: Services): Promise<void> {
  const { db } = services.database;
  const { list } = await listPurposes({ db, services });
  for (const { purpose, rotation, rotatesAt, keyId } of list) {
    if (rotation === 'fresh') {
      await services.warnings.clear(db, 'key.rotation', purpose);
      continue;
    }
    const name = services.texts.inAll('terminal-settings', `encryptionKey.purpose.${purpose}`);
    await services.warnings.raise(db, {
      kind: 'key.rotation',
      object: { kind: 'encryptionSetting', id: purpose, name },
      facts: { ...(rotatesAt !== null && { dueAt: rotatesAt }), ...(keyId !== null && { keyId }) },
      severity: severities[rotation],
    });
  }
}

/** Lets coming keys write that enough terminals hold by now. */
export async function activateReady(services: Services): Promise<void> {
  const { db } = services.database;
  const waiting = await db.selectFrom('encryption_key').select(['key_id', 'purpose']).where('state', '=', 'pending').execute();
  for (const { key_id: keyId, purpose } of waiting) {
    if (!(await readiness(db, { keyId, purpose }, services.now())).ready) continue;
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('encryption_setting').select('id').where('purpose', '=', purpose).forUpdate().execute();
      const still = await tx
        .selectFrom('encryption_key')
        .select('id')
        .where('key_id', '=', keyId)
        .where('state', '=', 'pending')
        .executeTakeFirst();
      if (still) await activate(tx, { caller: systemCaller('encryption.rotate'), services }, purpose);
    });
  }
}
