import type { ClientCall } from '#kit/server/client/handle-client.ts';
import type { Tx } from '#kit/server/directory.ts';
import { mailOf, type MailTemplate } from '#kit/server/mail/mail-template.ts';
import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import { addressees } from '#modules/people/server/public.ts';

/** Said when a refresh token was used twice: two hold it. */
export const reuseWarning: WarningKind = {
  kind: 'terminal.reuse',
  title: local('终端令牌被重复使用', 'A terminal’s token was used twice', '端末のトークンの二重使用'),
  sentence: local(
    '{name} 的终端刷新令牌被使用了两次，该会话已结束',
    'A refresh token of {name}’s terminal was used twice; its session was ended',
    '{name} の端末の更新トークンが 2 回使用されたため、セッションを終了しました',
  ),
  severity: 'warning',
  moment: true,
  facts: { address: { label: local('地址', 'Address', 'アドレス') } },
  link: () => '/logs_system_login/client_login',
};

/** What tells the person. */
export const reuseMail: MailTemplate = {
  code: 'terminal.reuse',
  title: local('终端会话因安全原因结束', 'A session of a terminal was ended for safety', '安全のため端末のセッションを終了'),
  placeholders: {
    name: { title: local('姓名', 'Name', '氏名'), sample: 'Li Wei' },
    address: { title: local('地址', 'Address', 'アドレス'), sample: '203.0.113.7' },
  },
  shipped: {
    zh_CN: mailOf('您的一个终端会话已结束', [
      '{{name}}，您好：',
      '您的终端登录凭据被使用了两次（最近一次来自 {{address}}），因此该会话已结束。请重新登录；如非本人操作，请修改密码并告知管理员。',
    ]),
    en_US: mailOf('A session of your terminal was ended', [
      'Hello {{name}},',
      'What keeps your terminal signed in was used twice, the last time from {{address}}, so that session was ended. Please sign in again; if this was not you, change your password and tell your administrator.',
    ]),
    ja_JP: mailOf('端末のセッションが終了されました', [
      '{{name}} さん',
      '端末のサインイン情報が 2 回使用されたため（最後は {{address}} から）、そのセッションを終了しました。もう一度サインインしてください。心当たりがない場合は、パスワードを変更し、管理者に連絡してください。',
    ]),
  },
};

/** Tells the person by mail and the security desk by a warning, in the transaction that ends the session. */
export async function notifyReuse(tx: Tx, { services, caller }: ClientCall, uid: string): Promise<void> {
  const person = (await addressees(tx, [uid])).get(uid);
  if (!person) return;
  const { address } = caller;
  await services.warnings.raise(tx, {
    kind: reuseWarning.kind,
    object: { kind: 'employee', id: uid, name: person.name },
    facts: { address },
  });
  if (person.email === null) return;
  await services.mails.queue(tx, {
    template: reuseMail.code,
    to: { address: person.email, name: person.name },
    language: person.language,
    values: { name: person.name, address },
  });
}
