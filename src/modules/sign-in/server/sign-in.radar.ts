import { pick } from '#kit/common/language.ts';
import { local } from '#kit/server/warning/warning-kind.ts';
import type { RadarKind, RadarSight } from '#kit/server/radar-kind.ts';
import { certificatesEnd } from '#platform/secrets/certificates.ts';
import type { AuthConfig } from '../common/auth-config.ts';
import { loginAuthentication as page } from '../common/permissions.ts';
import './auth-setting.table.ts';

/** The certificates by which we believe the other system; empty where the public authorities do. */
function pemOf(config: AuthConfig): string {
  if ('certificates' in config) return config.certificates;
  if ('connection' in config) return config.connection.ca;
  return 'ca' in config ? config.ca : '';
}

/** What the ways to sign in are believed by. */
export const signInRadar: readonly RadarKind[] = [
  {
    kind: 'certificate.signIn',
    objectKind: 'authSetting',
    title: local('登录系统的证书', 'Certificate of a sign-in system', 'サインイン元の証明書'),
    measure: 'end',
    impact: local('无法再通过“{name}”登录', 'Nobody can sign in by {name} any more', '「{name}」によるサインインができなくなります'),
    nextStep: local(
      '向对方索取新证书，填写并测试',
      'Get the new certificate of the other side, enter it and test it',
      '相手側の新しい証明書を入手し、登録してテストする',
    ),
    code: page.code,
    link: ({ objectId }) => `${page.route}?id=${objectId}`,
    list: async (db) => {
      const rows = await db.selectFrom('auth_setting').select(['id', 'name', 'config']).where('enabled', '=', true).execute();
      return rows.flatMap(({ id, name, config }): RadarSight[] => {
        const pem = config ? pemOf(config) : '';
        return pem === ''
          ? []
          : [
              {
                objectId: id,
                name: { zh_CN: pick(name, 'zh_CN'), en_US: pick(name, 'en_US'), ja_JP: pick(name, 'ja_JP') },
                dueAt: certificatesEnd(pem),
              },
            ];
      });
    },
  },
];
