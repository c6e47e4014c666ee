import { sql } from 'kysely';
import { newId } from '#kit/server/ids.ts';
import { app } from '../common/app.contract.ts';
import { appRollout, limitUserSave, linkAdd, versionWidgetSave } from '../common/release.contract.ts';
import { appVersion } from '../common/version.contract.ts';
import { pageConfig, tagSave } from '#modules/app-pages/common/page.contract.ts';
import { advert, pictureAdd } from '#modules/app-pages/common/advert.contract.ts';
import { apk } from '../../../../tests/apps/apps-house.ts';
import { makeCertificate, makeProfile } from '../../../../tests/make-certificate.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';
import { versionOf } from './made.ts';
import { newFeedback } from '#modules/app-feedback/testing/tries.ts';
import { meTag, pixel } from '#modules/app-pages/testing/tries.ts';
import { widgetsOf } from '#modules/widgets/testing/story.ts';
import { relatedVersion } from '#modules/widgets/testing/tries.ts';
import type { Story, Told } from '../../../../tests/conformance/samples.ts';

type Asked = NonNullable<Told['asked']>;

/** An app of the department inside with versions, pages, adverts and certificates that name people, departments and widgets outside. */
export async function story({ world, known }: Story): Promise<Told> {
  const widgets = await widgetsOf(world, known);
  const { boss, house, inside, admin } = world;
  const { department, person, crowd, beside, guest } = known;
  const { id: appId } = await boss.call(app.add, { name: { zh_CN: '内部程序' }, ownerDeptId: inside.department.id });
  await boss.call(app.add, { name: { zh_CN: '隐匿程序', en_US: 'Verborgen App' }, ownerDeptId: department });
  const rows = [
    { kind: 'department' as const, id: department },
    { kind: 'department' as const, id: inside.department.id },
    { kind: 'crowd' as const, id: crowd },
    { kind: 'employee' as const, id: person },
    { kind: 'employee' as const, id: beside },
  ];
  const versionId = await versionOf(house, appId, true);
  const version = async (): Promise<number> => (await boss.call(appVersion.get, { id: versionId })).version;
  await boss.call(limitUserSave, { versionId, version: await version(), add: rows });
  await boss.call(versionWidgetSave, {
    appVersionId: versionId,
    version: await version(),
    rows: [widgets.inside, widgets.outside].map((widgetId) => ({ widgetId, kind: 'allowed' as const })),
  });
  await boss.call(appRollout.start, { versionId, stages: [{ percent: 10, ring: rows }, { percent: 100 }] });
  await boss.call(linkAdd, { appId, versionId });
  const { id: configId } = await boss.call(pageConfig.add, { name: '内部页面', appId, rows, trialIds: [person, beside] });
  const now = Date.now();
  const deptWidgetInfo = [{ deptId: department, widgetId: widgets.outside }];
  const { fileId } = await boss.call(pictureAdd, { fileId: await boss.upload('picture.png', pixel) });
  const tagAdverts = [{ title: { zh_CN: 'x' }, fileId, deptIds: [department], deptWidgetInfo, startTime: now, endTime: now + 1000 }];
  const cards = [
    { cardType: 1 as const, cardIndex: 0, widgetId: widgets.outside },
    {
      cardType: 0 as const,
      cardIndex: 1,
      platformType: 1 as const,
      isTagConfig: 1 as const,
      langs: { zh_CN: '卡' },
      tagWidgets: [{ widgetId: widgets.outside }],
    },
    { cardType: 0 as const, cardIndex: 2, platformType: 2 as const, isTagConfig: 1 as const, langs: { zh_CN: '卡' }, tagAdverts },
  ];
  const tags = [meTag, { tagIndex: 1, tagType: 1 as const, langs: { zh_CN: '页' }, cardArray: cards }];
  await boss.call(tagSave, { configId, version: 1, releaseType: 0, isPageEditConsole: 0, tagList: tags });
  const draft = {
    appId,
    title: { zh_CN: '内部广告' },
    startTime: now,
    endTime: now + 86_400_000,
    deptIds: [department, inside.department.id],
  };
  for (const kind of ['launch', 'home'] as const) await boss.call(advert.add, { ...draft, kind, deptWidgetInfo });
  const { id: widgetVersion, widgetId } = await relatedVersion(house, inside.department.id);
  await terminals(world, { appId, versionId, people: [person, beside, guest] });
  return {
    asked: {
      'mam/package/parse': [{ fileId: await admin.upload('orbit.apk', apk('101')), appId }],
      'mam/version/history': [{ appId }, { appId, versionId }],
      'mam/version/force/preview': [{ appId, platform: 2, buildNo: '900', at: now + 1_000_000 }],
      'mam/rollout/get': [{ versionId }],
      'mam/limitUser/list': [{ versionId }],
      'mam/limitUser/explain': [beside, guest].map((empId) => ({ versionId, empId })),
      'mam/versionWidget/list': [{ appVersionId: versionId }],
      'mam/link/list': [{ appId }],
      'mam/advert/setting/get': ['launch', 'home'].map((kind) => ({ appId, kind })),
      'mam/advert/stat': [{ appId, kind: 'launch' }],
      'mam/loginPage/get': [{ appId }],
      'mam/loginAuth/get': [{ appId }],
      'mam/otherConfig/explain': [{ appId, empId: inside.person.id, platform: 2 }],
      'mam/tag/list': [{ configId }],
      'mam/tag/preview': [beside, guest, inside.person.id].map((empId) => ({ configId, empId, language: 'zh_CN' })),
      'mam/pageConfig/get': [{ id: configId }],
      'mam/pageConfig/releases': [{ id: configId }],
      'mam/widgetVersion/get': [{ id: widgetVersion }],
      'mam/widgetRollout/get': [{ versionId: widgetVersion }],
      'mam/widgetVersion/history': [{ widgetId }],
      'mam/widgetVersion/diff': [{ id: widgetVersion, otherId: widgetVersion }],
      'mam/terminal/list': [{ appId }],
      'mam/terminal/export': [{ appId }],
      ...Object.fromEntries(['funnel', 'reasons', 'health'].map((verb) => [`mam/rollout/${verb}`, [{ versionId }]])),
      'mam/limitUser/export': [{ versionId }],
      'mam/feedback/get': [{ id: await answered(world, { person, beside }) }],
      ...(await certificates(world, appId)),
    },
  };
}

/** Terminals of people outside, beside and at home there, on which a version of the app failed. */
async function terminals({ house }: World, { appId, versionId, people }: { appId: string; versionId: string; people: string[] }) {
  const { db } = house.product.database;
  for (const [at, uid] of people.entries()) {
    const device = `marked ${at}`;
    await sql`insert into app_terminal (app_id, device_id, employee_id, platform, build_no, build_key, channel, system, model, can_silent, last_seen)
      values (${appId}::uuid, ${device}, ${uid}::uuid, 2, '1', '1', 'stable', '15', 'P70', false, ${Date.now()})`.execute(db);
    await sql`insert into version_offer (version_id, device_id, employee_id, proven, state, offered_at, failed_at, last_seen, reason_code)
      values (${versionId}::uuid, ${device}, ${uid}::uuid, true, 'failed', 1, ${Date.now()}, ${Date.now()}, 'disk')`.execute(db);
  }
}

/** What somebody beside wrote about an app, assigned to and answered by somebody outside. */
async function answered({ house, inside }: World, { person, beside }: { person: string; beside: string }): Promise<string> {
  const { db } = house.product.database;
  const id = await newFeedback(house, beside, inside.department.id);
  await sql`update feedback set assignee_id = ${person}::uuid where id = ${id}::uuid`.execute(db);
  await sql`insert into feedback_reply (id, feedback_id, by_employee, uid, text, at)
    values (${newId()}::uuid, ${id}::uuid, false, ${person}::uuid, 'x', 1)`.execute(db);
  return id;
}

/** Files of certificates, as the administrator looks at them. */
async function certificates({ admin }: World, appId: string): Promise<Asked> {
  const push = makeCertificate({ cn: 'Apple Push Services: com.example.app', topic: 'com.example.app' });
  const main = makeCertificate({ cn: 'Apple Distribution: Example' });
  const profile = makeProfile(main, { identity: 'com.example.app', holds: [main] });
  const file = { appId, password: 'word' };
  return {
    'mam/cert/push/check': [{ ...file, fileId: await admin.upload('push.p12', push.p12('word')) }],
    'mam/cert/main/check': [{ ...file, fileId: await admin.upload('main.p12', main.p12('word')) }],
    'mam/cert/profile/check': [{ ...file, fileId: await admin.upload('app.mobileprovision', profile) }],
  };
}
