import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import { mailOf, type MailTemplate } from '#kit/server/mail/mail-template.ts';
import type { Services } from '#kit/server/services.ts';
import { local } from '#kit/server/warning/warning-kind.ts';
import { mailNoticePeople } from '#modules/apps/server/public.ts';

/** What the notice people of an app are told when somebody wrote; what was written stands in the console, where its range is asked. */
export const feedbackMail: MailTemplate = {
  code: 'app.feedback',
  title: local('应用收到新反馈', 'New feedback about an app', 'アプリへの新しいフィードバック'),
  placeholders: {
    name: { title: local('姓名', 'Name', '氏名'), sample: 'Li Wei' },
    app: { title: local('应用', 'App', 'アプリ'), sample: 'Workbench' },
    open: { title: local('待处理数', 'Waiting', '未対応の件数'), sample: '3' },
  },
  shipped: {
    zh_CN: mailOf('{{app}} 收到新反馈', [
      '{{name}}，您好：',
      '应用 {{app}} 收到了新的反馈，目前有 {{open}} 条等待处理，请到管理后台查看。一小时内的其他反馈不再另行通知。',
    ]),
    en_US: mailOf('New feedback about {{app}}', [
      'Hello {{name}},',
      'Somebody wrote about {{app}}; {{open}} messages wait for an answer in the console. What comes within the next hour is not mailed again.',
    ]),
    ja_JP: mailOf('{{app}} への新しいフィードバック', [
      '{{name}} さん',
      '{{app}} に新しいフィードバックがありました。未対応は {{open}} 件です。管理コンソールでご確認ください。1 時間以内に届くほかのフィードバックは通知しません。',
    ]),
  },
};

const quietMillis = 3_600_000;

/** Mails the notice people of an app that somebody wrote: of what comes within an hour the first. */
export async function tellOfFeedback(
  tx: Tx,
  services: Pick<Services, 'mails'>,
  { appId, id, now }: { appId: string; id: string; now: number },
): Promise<void> {
  const { rows } = await sql<{ recent: boolean; open: number }>`select count(*) filter (where state = 'new')::int as open,
      coalesce(bool_or(id <> ${id}::uuid and created_at > ${now - quietMillis}), false) as recent
    from feedback where app_id = ${appId}::uuid and (state = 'new' or created_at > ${now - quietMillis})`.execute(tx);
  if (rows[0]?.recent !== false) return;
  await mailNoticePeople(tx, services, { appId, template: feedbackMail, values: () => ({ open: String(rows[0]!.open) }) });
}
