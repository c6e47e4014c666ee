import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { mailGet, mailUpdate } from '../../common/mail-config.contract.ts';
import { outboxCancel, outboxList, outboxPause } from '../../common/mail-outbox.contract.ts';
import { mailTemplateGet, mailTemplateList, mailTemplateSave } from '../../common/mail-template.contract.ts';

/** Mail of the sample company. It is paused: its server is made up like everything else, and nothing shall leave this machine. */
export const mailDemo: DemoPart = {
  actions: ({ calendar }) => [
    { at: calendar.at(7, '17:10', 8), what: async (stage) => setUp(await stage.as(demoCast.chief)) },
    { at: calendar.at(25, '14:45', 8), what: async (stage) => ownWords(await stage.as(demoCast.chief)) },
    { at: calendar.ago(35), what: async (stage) => cancelOldest(await stage.as(demoCast.chief)) },
  ],
};

async function setUp(actor: DemoActor): Promise<void> {
  await actor.call(outboxPause, {});
  const { version } = await actor.call(mailGet, {});
  await actor.call(mailUpdate, {
    version,
    fromName: 'Galaxy Console',
    fromAddress: 'console@galaxy.example',
    replyTo: 'helpdesk@galaxy.example',
    footer: { zh_CN: '银河集团信息技术部', en_US: 'Galaxy Group, Information Technology', ja_JP: 'ギャラクシーグループ 情報システム部' },
    servers: [{ host: 'smtp.galaxy.example', port: 587, security: 'starttls' }],
  });
}

async function ownWords(actor: DemoActor): Promise<void> {
  const [template] = (await actor.call(mailTemplateList, {})).list;
  if (!template) return;
  const { version, texts } = await actor.call(mailTemplateGet, { id: template.id });
  const own = { ...texts.zh_CN, subject: `【银河集团】${texts.zh_CN.subject}` };
  await actor.call(mailTemplateSave, { id: template.id, version, texts: { zh_CN: own } });
}

async function cancelOldest(actor: DemoActor): Promise<void> {
  const oldest = (await actor.call(outboxList, { state: ['queued', 'deferred'] })).list.at(-1);
  if (oldest) await actor.call(outboxCancel, { ids: [oldest.id] });
}
