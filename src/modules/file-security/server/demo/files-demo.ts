import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { demoDepartment, demoPerson } from '#modules/people/server/public.ts';
import { draftGet, draftPublish, fileTest } from '../../common/draft.contract.ts';
import { encryptionGet, encryptionUpdate } from '../../common/encryption.contract.ts';
import { fileRule } from '../../common/file-rule.contract.ts';
import { outerNetGet, outerNetUpdate } from '../../common/outer-net.contract.ts';
import { groupConfigUpdate, mdmRole, mdmSaveResources } from '../../common/role.contract.ts';
import { sendUser } from '../../common/send-user.contract.ts';
import { whiteUser } from '../../common/white-user.contract.ts';
import { filesOfTheDay } from './files-of-the-day.ts';

/** What the sample company allows with files, and what its people did with some of them. */
export const filesDemo: DemoPart = {
  actions: ({ calendar }) => [
    { at: calendar.at(18, '10:10', 8), what: async (stage) => roles(await stage.as(demoCast.chief)) },
    { at: calendar.at(24, '15:40', 8), what: async (stage) => rules(await stage.as(demoCast.chief)) },
    { at: calendar.at(40, '09:30', 8), what: async (stage) => exempt(await stage.as(demoCast.chief), calendar.ago(-9 * 24 * 60)) },
    { at: calendar.at(52, '11:15', 8), what: async (stage) => nextDraft(await stage.as(demoCast.chief)) },
  ],
  night: filesOfTheDay,
};

async function roles(actor: DemoActor): Promise<void> {
  const { roleId } = await actor.call(mdmRole.save, {
    name: '对外发送',
    code: 'send_external',
    description: '销售与法务可以把文件发给外部联系人',
  });
  await actor.call(mdmSaveResources, { roleId, version: 1, functions: ['file.send', 'file.sendExternal'] });
  await actor.call(mdmRole.assignDepartments, { roleId, ids: [await demoDepartment(actor, 'HQ-AUD')] });
  const groups = {
    screenshot: { prevent: 1 as const, report: 1 as const, places: ['files' as const, 'contacts' as const] },
    unbind: { selfUnbind: 0 as const, needsApproval: 1 as const, coolDownHours: 24, eraseOnUnbind: 1 as const },
  };
  const { version } = await actor.call(mdmRole.find, { roleId });
  await actor.call(groupConfigUpdate, { roleId, version, groups });
}

async function publish(actor: DemoActor, note: string): Promise<void> {
  const { published, hash } = await actor.call(draftGet, {});
  await actor.call(draftPublish, { number: published.number, hash, note });
}

async function rules(actor: DemoActor): Promise<void> {
  const audit = await demoDepartment(actor, 'HQ-AUD');
  const { version } = await actor.call(outerNetGet, {});
  await actor.call(outerNetUpdate, {
    version,
    segments: [
      { value: '10.0.0.0/8', note: '各地办公网' },
      { value: '2001:db8:40::/48', note: 'Frankfurt' },
    ],
    actions: [{ action: 'print', effect: 'block' }],
    exceptions: [{ kind: 'employee', id: await demoPerson(actor, demoCast.helpDesk.account) }],
  });
  const base = { everyone: true, mode: 'enforce' } as const;
  await actor.call(fileRule.add, {
    ...base,
    name: '审计资料不离开公司网络',
    kind: 'download',
    actions: ['download', 'saveToAlbum'],
    everyone: false,
    who: [{ kind: 'department', id: audit, exclude: false }],
    place: 'outside',
    fileTypes: ['document', 'sheet', 'pdf', 'image'],
    message: {
      zh_CN: '审计资料只能在公司网络内下载。',
      en_US: 'Audit papers can be downloaded only inside the company network.',
      ja_JP: '監査資料は社内ネットワークでのみダウンロードできます。',
    },
  });
  await actor.call(fileRule.add, {
    ...base,
    name: '机密文件只读预览',
    kind: 'download',
    actions: ['download'],
    levels: [2, 3],
    effect: 'allowWith',
    conditions: { watermark: true, readOnly: true },
  });
  await actor.call(fileRule.add, { ...base, name: '程序文件不外发', kind: 'send', actions: ['send', 'forward'], fileTypes: ['program'] });
  await actor.call(fileRule.add, {
    ...base,
    name: '下班后打印（观察）',
    kind: 'preview',
    actions: ['print'],
    mode: 'observe',
    window: { days: [1, 2, 3, 4, 5], from: '20:00', to: '06:00', zone: 'Asia/Shanghai' },
  });
  await actor.call(sendUser.add, {
    name: '审计资料不发给外部',
    who: [{ kind: 'department', id: audit, exclude: false }],
    target: 'external',
    effect: 'block',
  });
  await actor.call(fileTest.add, {
    name: '在办公网内可以下载',
    testCase: { employeeId: await demoPerson(actor, demoCast.groupHr.account), action: 'download', address: '10.8.1.34', file: {} },
    expected: 'allow',
  });
  await publish(actor, '第一版：审计资料、机密文件与程序文件');
  const encryption = await actor.call(encryptionGet, {});
  await actor.call(encryptionUpdate, { version: encryption.version, ticketSeconds: 90 });
}

async function exempt(actor: DemoActor, until: number): Promise<void> {
  const employeeId = await demoPerson(actor, demoCast.auditor.account);
  await actor.call(whiteUser.add, { employeeId, reason: '年度审计期间需要在酒店下载底稿', until, actions: ['download', 'preview'] });
}

/** A draft that nobody has published yet: what it would change can be looked at. */
async function nextDraft(actor: DemoActor): Promise<void> {
  await actor.call(fileRule.add, {
    name: '表格离开公司前须说明理由',
    kind: 'download',
    actions: ['download'],
    everyone: true,
    mode: 'enforce',
    fileTypes: ['sheet'],
    effect: 'allowWith',
    conditions: { reasonAsked: true },
  });
}
