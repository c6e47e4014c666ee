import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { platformList, platformSave } from '../../common/platform.contract.ts';
import { serverAdd } from '../../common/server.contract.ts';
import type { ServerAddress } from '../../common/server-facts.ts';

/** Servers of the sample company and what its platforms are to get. Nothing listens at their names: they are made up, and are shown as not reached. */
export const serversDemo: DemoPart = {
  // Late, because whatever stands here is looked at every few minutes.
  actions: ({ calendar }) => [{ at: calendar.ago(88), what: async (stage) => equip(await stage.as(demoCast.chief)) }],
};

const address = (host: string, more: Partial<ServerAddress> = {}): ServerAddress => ({
  scheme: 'https',
  host: `${host}.galaxy.example`,
  port: 443,
  path: '',
  zone: 'outer',
  ...more,
});

async function equip(actor: DemoActor): Promise<void> {
  const { id: first } = await actor.call(serverAdd, {
    name: '消息 上海一',
    code: 'im-sh-1',
    kind: 'im',
    addresses: [address('im1.sh', { scheme: 'tls', port: 5223 }), address('im1.sh.int', { scheme: 'tcp', port: 5222, zone: 'inner' })],
  });
  const { id: second } = await actor.call(serverAdd, {
    name: 'Messaging Frankfurt',
    code: 'im-fra-1',
    kind: 'im',
    addresses: [address('im1.fra', { scheme: 'tls', port: 5223 })],
    weight: 50,
  });
  const { id: api } = await actor.call(serverAdd, { name: '开放接口', code: 'api-1', kind: 'api', addresses: [address('api')] });
  const { id: file } = await actor.call(serverAdd, {
    name: 'ファイル 東京',
    code: 'file-tyo-1',
    kind: 'file',
    addresses: [address('files.tyo', { path: '/store' })],
    note: '移行中：年末まで併用',
  });
  // Phones are told less than computers; nothing is chosen for HarmonyOS yet.
  const interfaces = { kind: 'api' as const, serverConfigIds: [api] };
  const phones = [{ kind: 'im' as const, serverConfigIds: [first, second] }, interfaces];
  const computers = [{ kind: 'im' as const, serverConfigIds: [first] }, interfaces, { kind: 'file' as const, serverConfigIds: [file] }];
  const { list } = await actor.call(platformList, {});
  for (const { platform, version } of list)
    if (platform !== 8) await actor.call(platformSave, { platform, version, rows: platform < 4 ? phones : computers, minVersion: '6.2' });
}
