import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { definitions } from '#modules/access/common/definition.ts';
import { interfaceAdd, interfacePublish } from '#modules/access/common/interface.contract.ts';
import { interfacePrefix } from '#modules/access/common/prefix.contract.ts';
import { accessSystem } from '#modules/access/common/system.contract.ts';
import { demoDepartment } from '#modules/people/server/public.ts';
import { attachSystem } from '../../common/attach.contract.ts';

/** The old office of the sample company, whose attachments phones read as pages. */
export const attachDemo: DemoPart = {
  actions: ({ calendar }) => [{ at: calendar.at(18, '09:40', 8), what: async (stage) => office(await stage.as(demoCast.chief)) }],
};

async function office(actor: DemoActor): Promise<void> {
  const ownerDeptId = await demoDepartment(actor, 'HQ');
  const system = await actor.call(accessSystem.add, { name: '旧 OA', code: 'oa', ownerDeptId, description: '公文与附件' });
  const { id: prefixId } = await actor.call(interfacePrefix.add, {
    name: '附件',
    systemId: system.id,
    code: 'files',
    addresses: [{ url: 'https://oa.example.com/api' }],
  });
  const ask = async (code: string, name: string, more: object): Promise<string> => {
    const definition = definitions.http.parse({
      params: [
        { name: 'id', required: true },
        { name: 'who', from: 'caller', value: 'account' },
      ],
      ...more,
    });
    const { id } = await actor.call(interfaceAdd.http, { prefixId, code, name, callers: ['internal'], tags: ['OA'], definition });
    await actor.call(interfacePublish, { id, version: 1, note: '附件预览使用', enable: true });
    return id;
  };
  const fetchInterfaceId = await ask('file', '取附件', { answer: 'raw', target: { kind: 'http', path: '/files/{id}' } });
  const rightsInterfaceId = await ask('rights', '附件权限', {
    target: { kind: 'http', path: '/files/{id}/rights', query: [{ name: 'user', value: '{who}' }] },
  });
  await actor.call(attachSystem.add, {
    name: '旧 OA 附件',
    code: 'oa',
    ownerDeptId,
    fetchInterfaceId,
    rightsInterfaceId,
    maxSize: 50,
    description: '公文正文与附件，每次打开都向 OA 核对权限',
  });
}
