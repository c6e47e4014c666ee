import type { LocalText } from '#kit/common/language.ts';
import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart, DemoStage } from '#kit/server/demo/demo-part.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { demoDepartment, demoPerson } from '#modules/people/server/public.ts';
import { account } from '../../common/account.contract.ts';
import { audienceDepartments, audienceUsers } from '../../common/audience.contract.ts';
import { logo, logoRole } from '../../common/logo.contract.ts';
import { editorAdd } from '../../common/member.contract.ts';

/** Public accounts of the sample company: the voice of the group, the help desk, and the life of Shanghai. */
export const accountsDemo: DemoPart = {
  actions: ({ calendar }) => [{ at: calendar.at(30, '09:40', 8), what: begin }],
};

type Cast = keyof typeof demoCast;

interface Wish {
  readonly code: string;
  readonly name: LocalText;
  readonly description: LocalText;
  readonly type: 'subscription' | 'service';
  readonly ownerDeptId: string;
  readonly managers: readonly Cast[];
  readonly colour: string;
  readonly sign: string;
}

async function begin(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  const [head, shanghai, service] = [
    await demoDepartment(actor, 'HQ'),
    await demoDepartment(actor, 'SH'),
    await demoDepartment(actor, 'SH-SVC'),
  ];
  const person = (one: Cast): Promise<string> => demoPerson(actor, demoCast[one].account);
  const voice = await open(actor, {
    code: 'galaxy-voice',
    name: { zh_CN: '银河之声', en_US: 'Galaxy Voice', ja_JP: 'ギャラクシーボイス' },
    description: { zh_CN: '集团新闻与公告', en_US: 'News of the group', ja_JP: 'グループのニュースとお知らせ' },
    type: 'subscription',
    ownerDeptId: head,
    managers: ['chief', 'groupHr'],
    colour: '#1d4ed8',
    sign: 'M24 60 L60 24 L96 60 L60 96 Z',
  });
  await actor.call(editorAdd, { snoId: voice, empIds: [await person('japanHr'), await person('germanyHr')], rights: ['write', 'submit'] });
  await actor.call(audienceDepartments.add, { snoId: voice, ids: [rootDepartmentId], mode: 'forced' });
  const desk = await open(actor, {
    code: 'help-desk',
    name: { zh_CN: '员工服务台', en_US: 'Help desk', ja_JP: '社員ヘルプデスク' },
    description: { zh_CN: '人事与信息技术的问题', en_US: 'Questions to people services and IT', ja_JP: '人事・IT に関するお問い合わせ' },
    type: 'service',
    ownerDeptId: head,
    managers: ['helpDesk', 'groupHr'],
    colour: '#0f766e',
    sign: 'M30 36 H90 V76 H66 L52 92 V76 H30 Z',
  });
  await actor.call(audienceDepartments.add, { snoId: desk, ids: [rootDepartmentId], mode: 'preset' });
  const life = await open(actor, {
    code: 'shanghai-life',
    name: { zh_CN: '上海生活圈', en_US: 'Life in Shanghai', ja_JP: '上海ライフ' },
    description: { zh_CN: '班车、餐厅与活动', en_US: 'Buses, canteens and events', ja_JP: 'シャトルバス・食堂・イベント' },
    type: 'subscription',
    ownerDeptId: shanghai,
    managers: ['shanghaiHr'],
    colour: '#b45309',
    sign: 'M60 26 a34 34 0 1 0 0.1 0',
  });
  await actor.call(audienceDepartments.add, { snoId: life, ids: [shanghai], mode: 'preset' });
  await actor.call(audienceUsers.add, { snoId: life, ids: [await person('groupHr'), await person('japanHr')], mode: 'allowed' });
  const { id: logoId } = await actor.call(logo.add, {
    snoId: life,
    name: '客服专用',
    fileId: await picture(actor, '#be123c', 'M60 26 a34 34 0 1 0 0.1 0'),
  });
  await actor.call(logoRole.add, { name: '上海客服', logoId, members: [{ kind: 'department', id: service }] });
}

/** An account with its managers and its standard logo; answers its id. */
async function open(actor: DemoActor, { managers, colour, sign, ...draft }: Wish): Promise<string> {
  const managerIds: string[] = [];
  for (const one of managers) managerIds.push(await demoPerson(actor, demoCast[one].account));
  const { id } = await actor.call(account.add, { ...draft, managerIds });
  await actor.call(logo.add, { snoId: id, name: draft.name.zh_CN, fileId: await picture(actor, colour, sign) });
  return id;
}

/** A sign on one colour; without words it needs no language. */
async function picture(actor: DemoActor, colour: string, sign: string): Promise<string> {
  const { default: sharp } = await import('sharp');
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 120 120"><rect width="120" height="120" fill="${colour}"/>
    <path d="${sign}" fill="#fff"/></svg>`;
  return actor.upload('logo.png', await sharp(Buffer.from(drawing)).png().toBuffer());
}
