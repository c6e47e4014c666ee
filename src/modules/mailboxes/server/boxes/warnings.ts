import type { Services } from '#kit/server/services.ts';
import type { BoundRoute } from '#kit/server/handle.ts';
import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import { mailHomePage } from '../../common/permissions.ts';

/** An enabled mail server that is not reached. */
export const serverAway = 'mailbox.server';

const classes = {
  denied: local('不允许访问该地址', 'the address may not be reached', 'アドレスへの接続が許可されていません'),
  dns: local('找不到主机名', 'the name was not found', '名前が見つかりません'),
  refused: local('无法连接', 'no connection', '接続できません'),
  timeout: local('没有及时应答', 'no answer in time', '応答がありません'),
  tls: local('无法建立加密连接', 'no encrypted connection', '暗号化接続ができません'),
  protocol: local('应答无法识别', 'the answer was not understood', '応答を理解できません'),
  busy: local('服务器繁忙', 'the server is busy', 'サーバーが混み合っています'),
  certificate: local('证书不受信任', 'the certificate is not trusted', '証明書を信頼できません'),
};

/** Alerts of mailboxes. */
export const mailboxWarnings: readonly WarningKind[] = [
  {
    kind: serverAway,
    title: local('邮件服务器不可用', 'Mail server not reachable', 'メールサーバーに接続できない'),
    sentence: local(
      '邮件服务器“{name}”不可用：{class}',
      'The mail server “{name}” is not reachable: {class}',
      'メールサーバー「{name}」に接続できません：{class}',
    ),
    severity: 'error',
    // One look that fails may be a moment.
    forMinutes: 10,
    facts: { class: { label: local('原因', 'Reason', '原因'), words: classes } },
    link: () => `${mailHomePage.route ?? ''}?tab=server`,
  },
];

/** The same call of servers, after which nobody is alerted of them any more: they are disabled, or gone. */
export const quieting = ({ operation, handler }: BoundRoute): BoundRoute => ({
  operation,
  handler: async (call, input) => {
    const reply = await handler(call, input);
    const { warnings, database }: Pick<Services, 'warnings' | 'database'> = call.services;
    const ids: unknown = Reflect.get(Object(input), 'ids');
    for (const id of Array.isArray(ids) ? ids.map(String) : []) await warnings.clear(database.db, serverAway, id);
    return reply;
  },
});
