import { sql } from 'kysely';
import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import { demoDepartment } from '#modules/people/server/public.ts';
import { app } from '../../common/app.contract.ts';
import { appRollout, linkAdd } from '../../common/release.contract.ts';
import { appVersion, versionOnline } from '../../common/version.contract.ts';
import { takeEvents } from '../offer/events.ts';
import { noteTerminal } from '../offer/seen.ts';

/** Apps of the sample company with their releases, of which the last rolls out, and the terminals that have them. */
export const appsDemo: DemoPart = {
  actions: ({ calendar }) => [
    { at: calendar.at(20, '09:30', 8), what: async (stage) => begin(await stage.as(demoCast.chief)) },
    { at: calendar.at(45, '10:10', 8), what: async (stage) => void (await release(await stage.as(demoCast.chief), 1)) },
    { at: calendar.at(86, '14:30', 8), what: async (stage) => roll(await stage.as(demoCast.chief)) },
  ],
  night: useOfTheDay,
};

const names = [
  { zh_CN: '移动工作台', en_US: 'Workbench', ja_JP: 'ワークベンチ' },
  { zh_CN: '客服助手', en_US: 'Service desk', ja_JP: 'サービスデスク' },
] as const;
const keys = ['workbench', 'servicedesk'] as const;
const notes = [
  {
    zh_CN: '首个版本：通讯录、消息与审批。',
    en_US: 'The first version: contacts, messages, approvals.',
    ja_JP: '初版：連絡先、メッセージ、承認。',
  },
  {
    zh_CN: '离线草稿；修复了日历的时区。',
    en_US: 'Offline drafts; time zones of the calendar repaired.',
    ja_JP: 'オフライン下書き。カレンダーのタイムゾーンを修正。',
  },
  { zh_CN: '启动更快；新的首页。', en_US: 'Starts faster; a new home page.', ja_JP: '起動を高速化。新しいホーム画面。' },
] as const;

async function begin(actor: DemoActor): Promise<void> {
  for (const [at, name] of names.entries()) {
    const ownerDeptId = await demoDepartment(actor, at === 0 ? 'HQ' : 'SH-SVC');
    const { id } = await actor.call(app.add, { name: { ...name }, appKey: keys[at]!, ownerDeptId });
    await actor.call(linkAdd, { appId: id, days: 180 });
  }
  await release(actor, 0);
}

/** The next version of each app, on each platform that it has, from its page in a store. */
async function release(actor: DemoActor, no: number): Promise<string[]> {
  const { list } = await actor.call(app.list, { pageSize: 50, sort: 'createdAt' });
  const ids: string[] = [];
  for (const [at, key] of keys.entries()) {
    const own = list.find(({ appKey }) => appKey === key);
    if (!own) continue;
    const platforms = at === 0 ? ([1, 2] as const) : ([2] as const);
    if (own.platforms.length === 0) {
      const { version } = await actor.call(app.get, { id: own.id });
      const listed = platforms.map((platform) => ({ platform, identity: `com.example.${key}` }));
      await actor.call(app.update, { id: own.id, version, platforms: listed });
    }
    for (const platform of platforms) {
      const { id } = await actor.call(appVersion.add, {
        appId: own.id,
        source: 'store',
        platform,
        versionName: `2.${no}.0`,
        buildNo: String(200 + no * 10),
        storeUrl: `https://apps.example.com/${key}`,
        notes: { ...notes[no]! },
      });
      await actor.call(versionOnline, { ids: [id] });
      ids.push(id);
    }
  }
  return ids;
}

async function roll(actor: DemoActor): Promise<void> {
  for (const versionId of (await release(actor, 2)).slice(0, 2))
    await actor.call(appRollout.start, { versionId, stages: [{ percent: 10 }, { percent: 50 }, { percent: 100, advance: 'byHand' }] });
}

const models = ['Pixel 8', 'P70', 'Mi 14', 'iPhone 15'] as const;

/** Some people open an app on a day: their terminals say what they have, and report what they did with the newest version. */
async function useOfTheDay(services: Services): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  const day = new Date(now).toISOString().slice(0, 10);
  const { rows: people } = await sql<{
    id: string;
  }>`select id from employee where status = 'active' order by md5(id::text || ${day}) limit 4`.execute(db);
  const { rows: versions } = await sql<{
    id: string;
    app_id: string;
    platform: number;
    build_no: string;
  }>`select distinct on (app_id, platform)
      id, app_id, platform, build_no from app_version where status = 2 order by app_id, platform, build_key desc`.execute(db);
  if (versions.length === 0) return;
  for (const [at, { id: uid }] of people.entries()) {
    const version = versions[at % versions.length]!;
    const deviceId = `demo-${uid.slice(-12)}`;
    const model = version.platform === 1 ? models[3] : models[at % 3]!;
    const about = {
      platform: version.platform,
      buildNo: version.build_no,
      channel: 'stable',
      system: version.platform === 1 ? '17.5' : '14',
    };
    await noteTerminal(db, { ...about, appId: version.app_id, deviceId, uid, model, canSilent: false, now });
    const kinds = ['offered', 'downloaded', at === 3 ? 'failed' : 'installed', ...(at === 3 ? [] : (['started'] as const))] as const;
    const events = kinds.map((kind) => ({
      id: newId(),
      kind,
      at: now,
      versionId: version.id,
      ...(kind === 'failed' && { reasonCode: 'noSpace' }),
    }));
    await takeEvents(db, { events, deviceId, proven: false, uid, now });
  }
}
