import { sql } from 'kysely';
import { local } from '#kit/server/warning/warning-kind.ts';
import type { RadarKind, RadarFinding } from '#kit/server/radar-kind.ts';
import { certificatesEnd } from '#platform/secrets/certificates.ts';
import { noticeMail } from '../common/permissions.ts';
import { readConfig } from './mail-config.query.ts';

const dayMillis = 86_400_000;
/** After so many days a key that signs mail should be another one. */
const dkimDays = 365;
const link = (): string => noticeMail.route ?? '/';

/** The key that signs mails, and the authorities by which mail servers are believed. */
export const mailRadar: readonly RadarKind[] = [
  {
    kind: 'dkim.age',
    objectKind: 'mailConfig',
    title: local('DKIM 密钥', 'DKIM key', 'DKIM 鍵'),
    measure: 'age',
    impact: local(
      '邮件仍会签名；“{name}”的旧密钥一旦泄露，他人可冒名发信',
      'Mails go on being signed; whoever gets hold of the old key of {name} can send in its name',
      'メールの署名は続きます。「{name}」の古い鍵が漏れると、なりすましに使われます',
    ),
    nextStep: local(
      '生成新密钥，先发布 DNS 记录再启用',
      'Make a new key, and publish its DNS record',
      '新しい鍵を作成し、DNS レコードを公開する',
    ),
    code: noticeMail.code,
    remindDays: [30],
    link,
    list: async (db): Promise<RadarFinding[]> => {
      const row = await readConfig(db);
      if (!row.dkim || row.dkim_key === null) return [];
      const { rows } = await sql<{ at: number | null }>`select max(at) as at from change_operation
        where object_id = ${row.id} and kind = 'mailConfig' and after ? 'dkimKey'`.execute(db);
      const since = rows[0]?.at ?? row.created_at;
      return [
        {
          objectId: row.id,
          name: `${row.dkim.selector}._domainkey.${row.dkim.domain}`,
          since,
          dueAt: since + dkimDays * dayMillis,
        },
      ];
    },
  },
  {
    kind: 'certificate.mailAuthority',
    objectKind: 'mailConfig',
    title: local('邮件服务器的自有 CA', 'Own authority of a mail server', 'メールサーバーの独自認証局'),
    measure: 'end',
    impact: local(
      '无法再与“{name}”建立受信任的连接，邮件在发件箱中等待',
      'No trusted connection to {name} any more: mails wait in the outbox',
      '「{name}」と信頼できる接続ができなくなり、メールは送信待ちになります',
    ),
    nextStep: local('填写新的 CA 证书', 'Enter the new certificate of the authority', '認証局の新しい証明書を登録する'),
    code: noticeMail.code,
    link,
    list: async (db) =>
      (await readConfig(db)).servers.flatMap(({ key, host, port, ca }): RadarFinding[] =>
        ca ? [{ objectId: key ?? `${host}:${port}`, name: `${host}:${port}`, dueAt: certificatesEnd(ca) }] : [],
      ),
  },
];
