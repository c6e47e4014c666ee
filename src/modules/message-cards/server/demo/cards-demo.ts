import { randomBytes } from 'node:crypto';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart, DemoStage } from '#kit/server/demo/demo-part.ts';
import { demoDepartment } from '#modules/people/server/public.ts';
import { cardGroup, cardPublish, cardSystem, cardTemplate, cardTest } from '../../common/card.contract.ts';

/** Cards of the travel system of the sample company: a template that is sent, and one that is still a draft. */
export const cardsDemo: DemoPart = {
  actions: ({ calendar }) => [{ at: calendar.at(58, '11:30', 8), what: begin }],
};

async function begin(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  const { id: groupId } = await actor.call(cardGroup.add, { name: { zh_CN: '差旅', en_US: 'Travel', ja_JP: '出張' }, code: 'travel' });
  const shared = { groupId, ownerDeptId: await demoDepartment(actor, 'HQ') };
  const { id } = await actor.call(cardTemplate.add, {
    ...shared,
    name: { zh_CN: '行程审批', en_US: 'Trip to approve', ja_JP: '出張の承認' },
    code: 'trip_approval',
    summary: { zh_CN: '${name} 的行程：${city}', en_US: 'Trip of ${name}: ${city}', ja_JP: '${name} さんの出張：${city}' },
    dataFields: [
      { name: 'name', sample: '林晓燕' },
      { name: 'city', sample: '京都' },
      { name: 'days', sample: '3', required: false },
    ],
    elements: [
      { kind: 'title', text: { zh_CN: '前往 ${city}', en_US: 'To ${city}', ja_JP: '${city} へ' } },
      {
        kind: 'fact',
        label: { zh_CN: '天数', en_US: 'Days', ja_JP: '日数' },
        text: { zh_CN: '${days}', en_US: '${days}', ja_JP: '${days}' },
      },
    ],
    actions: [
      { id: 'agree', kind: 'callback', text: { zh_CN: '同意', en_US: 'Agree', ja_JP: '承認' } },
      { id: 'refuse', kind: 'callback', text: { zh_CN: '拒绝', en_US: 'Refuse', ja_JP: '却下' } },
    ],
  });
  await actor.call(cardPublish, { id, version: 1 });
  await actor.call(cardTest, { id });
  await actor.call(cardTemplate.add, {
    ...shared,
    name: { zh_CN: '报销结果', en_US: 'Expenses decided', ja_JP: '経費精算の結果' },
    code: 'expenses',
    summary: { zh_CN: '报销结果', en_US: 'Expenses decided', ja_JP: '経費精算の結果' },
    elements: [{ kind: 'title', text: { zh_CN: '报销已处理', en_US: 'Your expenses were decided', ja_JP: '経費精算が処理されました' } }],
  });
  await actor.call(cardSystem.add, { name: '差旅系统', secret: randomBytes(24).toString('base64url'), templateIds: [id] });
}
