import { languages } from '#kit/common/language.ts';
import { local } from '#kit/server/warning/warning-kind.ts';
import type { RadarKind, RadarFinding } from '#kit/server/radar-kind.ts';
import { encryptionPage as page } from '../../common/permissions.ts';
import { listPurposes } from './encryption.query.ts';

/** The age of every key of the enterprise. */
export const keyRadar: readonly RadarKind[] = [
  {
    kind: 'key.rotation',
    objectKind: 'encryptionSetting',
    title: local('加密密钥', 'Encryption key', '暗号鍵'),
    measure: 'age',
    toldBy: 'key.rotation',
    impact: local(
      '加密仍然有效；一把密钥保护的数据越来越多，泄露的后果越来越大',
      'Encryption goes on; one key protects more and more, and its loss would tell more and more',
      '暗号化は続きます。1 つの鍵で守るデータが増え、漏れたときの影響が大きくなります',
    ),
    nextStep: local('轮换密钥', 'Rotate the key', '鍵をローテーションする'),
    code: page.code,
    facts: { keyId: { label: local('密钥编号', 'Key id', '鍵 ID') } },
    link: () => page.route ?? '/',
    list: async (db, services) => {
      const [{ list }, keys] = [
        await listPurposes({ db, services }),
        await db.selectFrom('encryption_key').select(['key_id', 'active_at']).where('state', '=', 'active').execute(),
      ];
      const since = new Map(keys.map((key) => [key.key_id, key.active_at]));
      return list.map(({ purpose, rotatesAt, keyId }): RadarFinding => {
        const [zh_CN, en_US, ja_JP] = languages.map((one) =>
          services.texts.text(one, 'terminal-settings', `encryptionKey.purpose.${purpose}`),
        );
        return {
          objectId: purpose,
          name: local(zh_CN ?? purpose, en_US ?? purpose, ja_JP ?? purpose),
          since: keyId === null ? null : (since.get(keyId) ?? null),
          dueAt: rotatesAt,
          ...(keyId !== null && { facts: { keyId } }),
        };
      });
    },
  },
];
