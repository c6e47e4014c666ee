import { sql } from 'kysely';
import { pick, type Language, type LocalDraft } from '#kit/common/language.ts';
import type { Tx } from '#kit/server/directory.ts';
import { mailOf, type MailTemplate } from '#kit/server/mail/mail-template.ts';
import type { Services } from '#kit/server/services.ts';
import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import { addressees } from '#modules/people/server/public.ts';
import type { RolloutHalt } from '../../common/rollout.contract.ts';

const common = {
  name: { title: local('姓名', 'Name', '氏名'), sample: 'Li Wei' },
  app: { title: local('应用', 'App', 'アプリ'), sample: 'Workbench' },
};

/** What the notice people of an app are told when a rollout halted by itself. */
export const haltMail: MailTemplate = {
  code: 'app.halted',
  title: local('灰度发布自动中止', 'A rollout halted by itself', '段階的公開の自動停止'),
  placeholders: {
    ...common,
    version: { title: local('版本', 'Version', 'バージョン'), sample: '2.1.0' },
    gate: { title: local('门限', 'Gate', 'しきい値'), sample: 'crashes' },
    value: { title: local('实测 %', 'Measured %', '実測 %'), sample: '6.7' },
    limit: { title: local('上限 %', 'Limit %', '上限 %'), sample: '1' },
    sample: { title: local('样本', 'Terminals', '端末数'), sample: '60' },
  },
  shipped: {
    zh_CN: mailOf('{{app}} {{version}} 的灰度发布已自动中止', [
      '{{name}}，您好：',
      '{{app}} {{version}} 的{{gate}}比例为 {{value}}%（上限 {{limit}}%，样本 {{sample}} 台终端），灰度发布已自动中止，不再向新的终端提供。',
    ]),
    en_US: mailOf('The rollout of {{app}} {{version}} halted', [
      'Hello {{name}},',
      'The share of {{gate}} of {{app}} {{version}} is {{value}}% (at most {{limit}}%, {{sample}} terminals). The rollout halted by itself: no further terminal is offered it.',
    ]),
    ja_JP: mailOf('{{app}} {{version}} の段階的公開が停止しました', [
      '{{name}} さん',
      '{{app}} {{version}} の{{gate}}が {{value}}%（上限 {{limit}}%、{{sample}} 台）に達したため、段階的公開を自動的に停止しました。新しい端末には提供されません。',
    ]),
  },
};

/** What the notice people of an app are told before something of it ends. */
export const endingMail: MailTemplate = {
  code: 'app.ending',
  title: local('应用证书或安装包即将到期', 'Something of an app will end', 'アプリの証明書・パッケージの期限'),
  placeholders: {
    ...common,
    what: { title: local('对象', 'What', '対象'), sample: 'Push certificate' },
    days: { title: local('剩余天数', 'Days left', '残り日数'), sample: '30' },
  },
  shipped: {
    zh_CN: mailOf('{{app}}：{{what}} 将在 {{days}} 天内到期', [
      '{{name}}，您好：',
      '应用 {{app}} 的 {{what}} 将在 {{days}} 天内到期。到期后相关的推送、安装或使用会停止，请及时更换。',
    ]),
    en_US: mailOf('{{app}}: {{what}} ends within {{days}} days', [
      'Hello {{name}},',
      '{{what}} of {{app}} ends within {{days}} days. Pushes, installs or the use that rest on it will stop then: please replace it in time.',
    ]),
    ja_JP: mailOf('{{app}}：{{what}} の期限まで {{days}} 日以内', [
      '{{name}} さん',
      '{{app}} の {{what}} は {{days}} 日以内に期限を迎えます。期限後はプッシュ、インストール、または利用が停止します。お早めに差し替えてください。',
    ]),
  },
};

/** An app by its names, and the people who are told of it: its notice people, or its managers where none are named. */
export async function noticePeople(tx: Tx, appId: string): Promise<{ name: LocalDraft | null; people: readonly string[] }> {
  const { rows } = await sql<{
    name: LocalDraft;
    people: string[];
  }>`select name, case when notice_ids = '[]'::jsonb then manager_ids else notice_ids end as people
    from app where id = ${appId}::uuid`.execute(tx);
  return rows[0] ?? { name: null, people: [] };
}

interface Notice {
  readonly people: readonly string[];
  readonly template: MailTemplate;
  readonly values: (language: Language) => Record<string, string>;
}

/** Mails people, each in their language; who has no address is told by the warnings alone. */
async function mailPeople(tx: Tx, services: Pick<Services, 'mails'>, { people, template, values }: Notice): Promise<number> {
  let count = 0;
  for (const { email, name, language } of (await addressees(tx, people)).values()) {
    if (email === null) continue;
    await services.mails.queue(tx, {
      template: template.code,
      to: { address: email, name },
      language,
      values: { name, ...values(language) },
    });
    count += 1;
  }
  return count;
}

/** Mails the notice people of an app. */
export async function mailNoticePeople(
  tx: Tx,
  services: Pick<Services, 'mails'>,
  { appId, template, values }: Omit<Notice, 'people'> & { appId: string },
): Promise<number> {
  const { name, people } = await noticePeople(tx, appId);
  if (name === null) return 0;
  return mailPeople(tx, services, { people, template, values: (language) => ({ app: pick(name, language), ...values(language) }) });
}

interface HaltNotice extends Pick<Notice, 'people'> {
  readonly warning: WarningKind;
  readonly halt: RolloutHalt;
  /** What was rolled out, and its version. */
  readonly name: LocalDraft;
  readonly version: string;
}

/** Mails people that a rollout halted. */
export const mailOfHalt = (
  tx: Tx,
  services: Pick<Services, 'mails'>,
  { people, warning, halt, name, version }: HaltNotice,
): Promise<number> =>
  mailPeople(tx, services, {
    people,
    template: haltMail,
    values: (language) => ({
      app: pick(name, language),
      version,
      gate: warning.facts?.['gate']?.words?.[halt.gate]?.[language] ?? halt.gate,
      value: String(halt.value),
      limit: String(halt.limit),
      sample: String(halt.sample),
    }),
  });
