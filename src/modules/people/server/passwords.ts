import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { timeText } from '#kit/common/date-text.ts';
import { languages, type Language } from '#kit/common/language.ts';
import { mailOf, type MailTemplate } from '#kit/server/mail/mail-template.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { local } from '#kit/server/warning/warning-kind.ts';
import { serverZone } from './setting/site-zone.ts';

// Without characters that are taken for one another when read out or copied by hand.
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Sixteen random characters in groups (some 93 bits). */
export function oneTimePassword(): string {
  const groups = Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join(''));
  return groups.join('-');
}

/** The source whose directory keeps somebody's password; undefined where the password is kept here. */
export async function passwordKeeper(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select s.name from source_link l join source s on s.id = l.source_id and s.enabled
    where l.object_id = ${id}::uuid and l.object_kind = 'employee' and l.state = 'linked' and s.initial_password = 'bind'
    order by s.priority, s.id limit 1`.execute(db);
  return rows[0]?.name;
}

/** Mails that bring people their first or new password. */
export const passwordMails: readonly MailTemplate[] = [
  {
    code: 'employee.password',
    title: local('一次性密码', 'One-time password', 'ワンタイムパスワード'),
    placeholders: {
      name: { title: local('姓名', 'Name', '氏名'), sample: '张三' },
      account: { title: local('账号', 'Account', 'アカウント'), sample: 'zhangsan' },
      password: { title: local('密码', 'Password', 'パスワード'), sample: 'abcd-efgh-jkmn-pqrs' },
      link: { title: local('登录地址', 'Where to sign in', 'サインイン先'), sample: 'https://console.example.com/login' },
    },
    shipped: {
      zh_CN: mailOf('您的一次性密码', [
        '{{name}}，您好：',
        '账号：{{account}}',
        '一次性密码：{{password}}',
        '首次登录时必须修改。登录地址：{{link}}',
        '如果您没有等待此邮件，请联系管理员。',
      ]),
      en_US: mailOf('Your one-time password', [
        'Dear {{name}},',
        'Account: {{account}}',
        'One-time password: {{password}}',
        'You have to change it when you first sign in: {{link}}',
        'If you do not expect this mail, ask your administrator.',
      ]),
      ja_JP: mailOf('ワンタイムパスワードのお知らせ', [
        '{{name}} 様',
        'アカウント：{{account}}',
        'ワンタイムパスワード：{{password}}',
        '初回サインイン時に変更が必要です：{{link}}',
        'お心当たりがない場合は管理者にお問い合わせください。',
      ]),
    },
  },
  {
    code: 'employee.passwordLink',
    title: local('设置密码的链接', 'Link for setting a password', 'パスワード設定リンク'),
    placeholders: {
      name: { title: local('姓名', 'Name', '氏名'), sample: '张三' },
      account: { title: local('账号', 'Account', 'アカウント'), sample: 'zhangsan' },
      link: { title: local('链接', 'Link', 'リンク'), sample: 'https://console.example.com/login#account=zhangsan&once=abcd' },
      until: { title: local('有效期至', 'Serves until', '有効期限'), sample: '2026-01-31 18:00 (Asia/Shanghai)' },
    },
    shipped: {
      zh_CN: mailOf('设置您的密码', [
        '{{name}}，您好：',
        '请打开此链接，为账号 {{account}} 设置密码：{{link}}',
        '链接只能使用一次，有效期至 {{until}}，请勿转发。过期后请联系管理员重新发送。',
        '如果您没有等待此邮件，请联系管理员。',
      ]),
      en_US: mailOf('Set your password', [
        'Dear {{name}},',
        'Open this link to set the password of your account {{account}}: {{link}}',
        'It serves once, until {{until}}; do not pass it on. After that ask your administrator for a new one.',
        'If you do not expect this mail, ask your administrator.',
      ]),
      ja_JP: mailOf('パスワードの設定', [
        '{{name}} 様',
        '次のリンクを開き、アカウント {{account}} のパスワードを設定してください：{{link}}',
        'リンクは {{until}} まで、一度だけ使用できます。転送しないでください。期限が過ぎた場合は管理者に再送を依頼してください。',
        'お心当たりがない場合は管理者にお問い合わせください。',
      ]),
    },
  },
];

/** A moment as a mail says it, with the zone, because a mail travels. */
function momentIn(time: number, { language, timeZone }: { language: Language; timeZone: string | null }): string {
  const zone = timeZone ?? serverZone;
  return `${timeText(time, language, zone)} (${zone})`;
}

interface NewPassword {
  id: string;
  password: string;
  /** When the link that signs in with it ends; without, the password is typed. */
  linkEndsAt?: number;
}

/** Sends somebody a one-time password, in a link that signs in with it or to be typed; false where they have no address. */
export async function mailPassword(
  tx: Tx,
  services: Pick<Services, 'directory' | 'mails' | 'settings'>,
  { id, password, linkEndsAt }: NewPassword,
): Promise<boolean> {
  const person = await services.directory.byUid(tx, id);
  if (!person?.email) return false;
  const { name, account, email, language = languages[0], timeZone = null } = person;
  const page = `${services.settings.publicUrl ?? ''}/login`;
  const to = { to: { address: email, name }, language };
  // Behind the number sign it goes to no server but with the sign-in itself.
  const opens = `${page}#${new URLSearchParams({ account, once: password }).toString()}`;
  await services.mails.queue(
    tx,
    linkEndsAt !== undefined
      ? {
          ...to,
          template: 'employee.passwordLink',
          values: { name, account, link: opens, until: momentIn(linkEndsAt, { language, timeZone }) },
        }
      : { ...to, template: 'employee.password', values: { name, account, password, link: page } },
  );
  return true;
}
