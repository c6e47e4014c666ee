import { inEach } from '#kit/common/language.ts';
import { local } from '#kit/server/warning/warning-kind.ts';
import type { RadarKind, RadarFinding } from '#kit/server/radar-kind.ts';
import { readPolicy } from '#kit/server/session/sign-in-policy.ts';
import { certificatesEnd } from '#platform/secrets/certificates.ts';
import type { AuthConfig } from '../common/auth-config.ts';
import { loginAuthentication as page } from '../common/permissions.ts';
import { stillHolds } from './address-rules.ts';
import './auth-setting/auth-setting.table.ts';

/** The certificates by which we believe the other system; empty where the public authorities do. */
function pemOf(config: AuthConfig): string {
  if ('certificates' in config) return config.certificates;
  if ('connection' in config) return config.connection.ca;
  return 'ca' in config ? config.ca : '';
}

/** What the ways to sign in are believed by. */
export const signInRadar: readonly RadarKind[] = [
  {
    kind: 'addressRule.end',
    objectKind: 'addressRule',
    title: local('限时地址规则', 'Address rule with an end', '期限付きアドレス規則'),
    measure: 'end',
    quiet: true,
    impact: local(
      '地址规则“{name}”不再生效，由其后的规则决定',
      'The address rule {name} no longer holds; the rules behind it decide',
      'アドレス規則「{name}」は無効になり、後続の規則で判定されます',
    ),
    nextStep: local('仍需要时延长该规则', 'Prolong the rule if it is still needed', '必要なら規則の期限を延ばす'),
    code: page.code,
    link: () => `${page.route}?tab=policy`,
    list: async (db, { settings, now }) => {
      const { rules } = (await readPolicy(db, settings)).policy.addressRules;
      const ending = rules.filter((rule) => rule.expiresAt !== undefined && stillHolds(rule, now()));
      return ending.map((rule): RadarFinding => ({
        // What it says is its name: rules have no id, and two that say the same are one.
        objectId: [rule.action, rule.who, ...rule.networks].join(' ').slice(0, 180),
        name: rule.networks.join(', ').slice(0, 180) || rule.action,
        dueAt: rule.expiresAt ?? null,
      }));
    },
  },
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
      return rows.flatMap(({ id, name, config }): RadarFinding[] => {
        const pem = config ? pemOf(config) : '';
        return pem === ''
          ? []
          : [
              {
                objectId: id,
                name: inEach(name),
                dueAt: certificatesEnd(pem),
              },
            ];
      });
    },
  },
];
