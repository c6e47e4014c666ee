import { certificatesEnd } from '#platform/secrets/certificates.ts';
import { local } from '#kit/server/warning/warning-kind.ts';
import { mostFindings, type RadarKind } from '#kit/server/radar-kind.ts';
import { serversPage as page } from '../common/permissions.ts';
import './server.table.ts';

const toServer = (id: string): string => `${page.route}?tab=servers&id=${id}`;

/** Certificates of servers as the last check saw them, and the authorities that were entered for them. */
export const serverRadar: readonly RadarKind[] = [
  {
    kind: 'certificate.server',
    objectKind: 'serverConfig',
    title: local('服务器证书', 'Certificate of a server', 'サーバーの証明書'),
    measure: 'end',
    impact: local(
      '终端与浏览器不再信任“{name}”，无法连接',
      'Terminals and browsers no longer trust {name} and can’t connect to it',
      '端末とブラウザーが「{name}」を信頼しなくなり、接続できません',
    ),
    nextStep: local('在服务器上更换证书', 'Replace the certificate on the server', 'サーバー上で証明書を更新する'),
    code: page.code,
    toldBy: 'certificate.ending',
    link: ({ objectId }) => toServer(objectId),
    list: async (db) => {
      const rows = await db
        .selectFrom('server_config')
        .innerJoin('server_check', 'server_check.server_id', 'server_config.id')
        .select(['id', 'name', 'certificate_ends_at'])
        .where('enabled', '=', true)
        .where('certificate_ends_at', 'is not', null)
        .orderBy('certificate_ends_at')
        .limit(mostFindings)
        .execute();
      return rows.map((row) => ({ objectId: row.id, name: row.name, dueAt: row.certificate_ends_at }));
    },
  },
  {
    kind: 'certificate.serverAuthority',
    objectKind: 'serverConfig',
    title: local('服务器的自有 CA', 'Own authority of a server', 'サーバーの独自認証局'),
    measure: 'end',
    impact: local(
      '本产品不再信任“{name}”：检查报告失败',
      'This product no longer trusts {name}: its checks fail',
      '本製品が「{name}」を信頼しなくなり、チェックが失敗します',
    ),
    nextStep: local('填写新的 CA 证书', 'Enter the new certificate of the authority', '認証局の新しい証明書を登録する'),
    code: page.code,
    link: ({ objectId }) => toServer(objectId),
    list: async (db) => {
      const rows = await db
        .selectFrom('server_config')
        .select(['id', 'name', 'ca'])
        .where('enabled', '=', true)
        .where('ca', 'is not', null)
        .execute();
      return rows.map((row) => ({ objectId: row.id, name: row.name, dueAt: certificatesEnd(row.ca ?? '') }));
    },
  },
];
