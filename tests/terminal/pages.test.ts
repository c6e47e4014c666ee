import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listJournal, revertChanges } from '../../src/kit/common/change/journal.contract.ts';
import type { Input, Reply } from '../../src/kit/common/contract.ts';
import {
  advert,
  advertSetAvailable,
  advertSetDisplay,
  advertSettingUpdate,
  pictureAdd,
} from '../../src/modules/app-pages/common/advert.contract.ts';
import * as client from '../../src/modules/app-pages/common/client.contract.ts';
import {
  pageConfig,
  pageReleases,
  pageRollback,
  pageWithdraw,
  platformCard,
  tagList,
  tagPreview,
  tagSave,
} from '../../src/modules/app-pages/common/page.contract.ts';
import { app } from '../../src/modules/apps/common/app.contract.ts';
import { departmentMerge } from '../../src/modules/people/common/department-merge.contract.ts';
import { departmentRemove } from '../../src/modules/people/common/department.contract.ts';
import { employeeGet } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { mamRole, mamSaveResources } from '../../src/modules/widgets/common/role.contract.ts';
import { widget, widgetOffline, widgetOnline } from '../../src/modules/widgets/common/widget.contract.ts';
import { House } from '../access/house.ts';
import { meTag, pixel } from '../../src/modules/app-pages/testing/tries.ts';
import { TestTerminal } from './test-terminal.ts';

const hour = 3_600_000;
let house: House;
let [appId, north, ann, bob, link] = ['', '', '', '', ''];
let phone: TestTerminal;
let other: TestTerminal;
let desktop: TestTerminal;
const boss = () => house.boss;

beforeAll(async () => {
  house = await House.open();
  appId = (await boss().call(app.add, { name: { zh_CN: '工作台' }, appKey: 'wheelhouse', ownerDeptId: rootDepartmentId })).id;
  north = await house.department('北方');
  [ann, bob] = [await house.person([north], 'Ann'), await house.person(undefined, 'Bob')];
  [phone, other, desktop] = [await terminalOf(ann, 2), await terminalOf(bob, 2), await terminalOf(ann, 4)];
  link = await newLink('手册', 'everyone');
}, 120_000);
afterAll(() => house.stop());
afterEach(() => clear());

async function terminalOf(uid: string, platform: number): Promise<TestTerminal> {
  await house.product.setPassword(uid);
  const terminal = new TestTerminal(house.product.app, platform);
  await terminal.login((await boss().call(employeeGet, { id: uid })).account);
  return terminal;
}

let made = 0;
async function newLink(name: string, audience: 'everyone' | 'roles'): Promise<string> {
  made += 1;
  const draft = { name: { zh_CN: name }, widgetIdentifier: `link-${made}`, ownerDeptId: rootDepartmentId, kind: 'link' as const, audience };
  const { id } = await boss().call(widget.add, { ...draft, mobileLink: 'https://example.com' });
  await boss().call(widgetOnline, { ids: [id] });
  return id;
}
const picture = async (): Promise<string> => (await boss().call(pictureAdd, { fileId: await boss().upload('picture.png', pixel) })).fileId;

const home = { tagIndex: 5, tagType: 1 as const, isLock: 0 as const, langs: { zh_CN: '首页', en_US: 'Home', ja_JP: '' } };
const widgetCard = (widgetId: string, cardIndex = 0) => ({ cardType: 1 as const, cardIndex, isLock: 0 as const, widgetId });
type Tags = Input<typeof tagSave>['tagList'];
const pageOf = (...cards: NonNullable<Tags[number]['cardArray']>): Tags => [{ ...home, cardArray: cards }, meTag];

async function newPage(rows: { kind: 'department'; id: string }[] = [], name = 'Page'): Promise<string> {
  return (await boss().call(pageConfig.add, { name, appId, rows })).id;
}
async function save(configId: string, tags: Tags, more: { releaseType?: 0 | 1 | 2; isPageEditConsole?: 0 | 1; releaseAt?: number } = {}) {
  const { version } = await boss().call(pageConfig.get, { id: configId });
  const answer = await boss().ask(tagSave, { configId, version, releaseType: 1, isPageEditConsole: 0, ...more, tagList: tags });
  return { ...answer, data: answer.data as Reply<typeof tagSave> };
}
const seen = async (terminal: TestTerminal) => terminal.call(client.clientPageGet, {});

async function clear(): Promise<void> {
  const { list } = await boss().call(pageConfig.list, { pageSize: 200, appId });
  const limited = list.filter(({ rows }) => rows.length > 0).map(({ id }) => id);
  const all = list.filter(({ rows }) => rows.length === 0).map(({ id }) => id);
  if (limited.length > 0) await boss().call(pageConfig.delete, { ids: limited });
  if (all.length > 0) await boss().call(pageConfig.delete, { ids: all });
}

test('A page reaches the terminals of its audience, the others get the next one, and every decision is noticed by the epoch', async () => {
  const everybody = await newPage([], 'Everybody');
  const limited = await newPage([{ kind: 'department', id: north }], 'North');
  await boss().call(pageConfig.reorder, { ids: [limited, everybody] });
  // Nothing is published yet, and the last one must be for everybody.
  expect((await seen(phone)).configId).toBe(null);
  expect(await save(limited, pageOf(widgetCard(link)))).toMatchObject({ code: 13052 });
  expect(await save(everybody, [meTag])).toMatchObject({ code: 0, data: { status: 1 } });
  const before = (await phone.ask(client.clientPageGet, {})).headers['epoch'];
  expect(await save(limited, pageOf(widgetCard(link)))).toMatchObject({ code: 0, data: { status: 1, problems: [] } });
  await expect.poll(async () => (await phone.ask(client.clientPageGet, {})).headers['epoch']).not.toBe(before);
  expect(await seen(phone)).toMatchObject({ configId: limited, tags: [{ name: 'Home', cards: [{ name: '手册' }] }, { name: 'Me' }] });
  expect(await seen(other)).toMatchObject({ configId: everybody, tags: [{ systemKey: 'me' }] });
  // A widget that goes offline is skipped by terminals; withdrawn, the next page serves.
  await boss().call(widgetOffline, { ids: [link] });
  expect((await seen(phone)).tags[0]?.cards).toEqual([]);
  await boss().call(widgetOnline, { ids: [link] });
  expect(await boss().ask(pageWithdraw, { ids: [everybody] })).toMatchObject({ code: 13052 });
  await boss().call(pageWithdraw, { ids: [limited] });
  expect((await seen(phone)).configId).toBe(everybody);
});

test('What is saved follows the rules of the page: locks, indexes, icons, lists', async () => {
  const id = await newPage();
  const platform = { cardType: 0 as const, cardIndex: 3, platformType: 1 as const, name: '应用', icon: '7' };
  const tags = pageOf({ ...widgetCard(link, 9) }, platform);
  const { data } = await save(id, tags, { releaseType: 0 });
  expect(data).toMatchObject({ status: 2, isPageEditConsole: 0 });
  expect(data.tagList.map(({ tagIndex, isLock }) => [tagIndex, isLock])).toEqual([
    [0, 1],
    [1, 1],
  ]);
  expect(data.tagList[0]?.cardArray).toMatchObject([
    { cardType: 1, cardIndex: 0 },
    { cardType: 0, cardIndex: 1, icon: '7', intervalTime: null },
  ]);
  const second = await save(id, pageOf({ ...platform, icon: 'abc', intervalTime: 9 }), { releaseType: 0, isPageEditConsole: 1 });
  expect(second.data.tagList[0]).toMatchObject({ isLock: 0, cardArray: [{ icon: null, intervalTime: null, tagWidgets: [] }] });
  const twice = [{ ...home, cardArray: [widgetCard(link, 1), widgetCard(link, 1)] }, meTag];
  expect(await save(id, twice)).toMatchObject({ code: 13050, data: { path: 'tagList.0.cardArray.1.cardIndex' } });
  expect(
    await save(
      id,
      Array.from({ length: 9 }, (_, tagIndex) => ({ ...meTag, tagIndex })),
    ),
  ).toMatchObject({ code: 13050 });
  expect(await save(id, [{ ...home, cardArray: [] }, meTag])).toMatchObject({ code: 13050, data: { reason: 'empty' } });
  expect(await save(id, pageOf(widgetCard(appId)))).toMatchObject({ code: 13050, data: { reason: 'widgetGone' } });
  expect(await save(id, [{ ...home, cardArray: [widgetCard(link)] }])).toMatchObject({ code: 13050, data: { reason: 'me' } });
  const raw = JSON.parse(JSON.stringify(pageOf(platform)).replace('"platformType":1', '"platformType":3')) as Tags;
  expect(await save(id, raw)).toMatchObject({ code: 10400 });
  const late = { ...platform, platformType: 2 as const, isTagConfig: 1 as const };
  const one = { title: { zh_CN: '广告' }, startTime: 2_000, endTime: 1_000 };
  const field = 'tagList.0.cardArray.0.tagAdverts.0';
  expect(await save(id, pageOf({ ...late, tagAdverts: [one] }))).toMatchObject({ code: 13040, data: { field: `${field}.endTime` } });
  expect(await save(id, pageOf({ ...late, tagAdverts: [{ ...one, endTime: 3_000, link: 'https://10.0.0.1/' }] }))).toMatchObject({
    code: 13041,
    data: { field: `${field}.link` },
  });
  expect(await save(id, pageOf({ ...late, tagAdverts: [{ ...one, endTime: 3_000 }] }))).toMatchObject({
    code: 13050,
    data: { reason: 'picture' },
  });
});

test('Two who save the same page: the second is told what stands now; an earlier release can be put back', async () => {
  const id = await newPage();
  const first = await save(id, pageOf(widgetCard(link)));
  expect(await boss().ask(tagSave, { configId: id, version: 1, releaseType: 0, isPageEditConsole: 0, tagList: [meTag] })).toMatchObject({
    code: 10409,
    data: { current: { version: first.data.version, tagList: [{ langs: { zh_CN: '首页' } }, {}] } },
  });
  await save(id, [meTag]);
  expect((await seen(phone)).tags).toHaveLength(1);
  await boss().call(pageRollback, { id, no: 1 });
  const { list } = await boss().call(pageReleases, { id });
  expect(list.map(({ no, status }) => [no, status])).toEqual([
    [3, 1],
    [2, 0],
    [1, 0],
  ]);
  expect((await boss().call(tagList, { configId: id })).tagList).toEqual(first.data.tagList);
  expect(await seen(phone)).toMatchObject({ releaseNo: 3, tags: [{ name: 'Home' }, { name: 'Me' }] });
  // What is published for later is not shown before.
  expect(await save(id, [meTag], { releaseAt: Date.now() + 3_600_000 })).toMatchObject({ code: 0, data: { status: 2 } });
  expect((await seen(phone)).releaseNo).toBe(3);
});

test('Employees arrange what is not locked, also over the next release, and only where the page allows it', async () => {
  const id = await newPage();
  const news = { ...home, tagIndex: 7, langs: { zh_CN: '新闻', en_US: 'ItemEvents', ja_JP: '' }, cardArray: [widgetCard(link)] };
  const tags = [{ ...meTag, langs: { zh_CN: '我', en_US: 'Me', ja_JP: '' } }, { ...home, cardArray: [widgetCard(link)] }, news];
  await save(id, tags);
  const order = { configId: id, order: ['page:新闻', 'page:首页', 'me'], hidden: [], base: 1 };
  expect(await phone.ask(client.clientPageSave, order)).toMatchObject({ code: 13051 });
  await save(id, tags, { isPageEditConsole: 1 });
  const names = async () => (await seen(phone)).tags.map(({ name }) => name);
  await phone.call(client.clientPageSave, order);
  // The locked tab keeps the first place.
  expect(await names()).toEqual(['Me', 'ItemEvents', 'Home']);
  await save(id, tags, { isPageEditConsole: 1 });
  expect(await names()).toEqual(['Me', 'ItemEvents', 'Home']);
  expect(await phone.ask(client.clientPageSave, { ...order, hidden: ['me'] })).toMatchObject({ code: 13051 });
  await phone.call(client.clientPageSave, { ...order, hidden: ['page:首页'] });
  expect(await names()).toEqual(['Me', 'ItemEvents']);
  await phone.call(client.clientPageReset, { configId: id });
  expect(await names()).toEqual(['Me', 'Home', 'ItemEvents']);
});

test('In an unlocked tag a locked card stays first whatever a person moves, hides or adds, also after the next release', async () => {
  const id = await newPage();
  const [one, two, three, own, kept] = [
    await newLink('一', 'everyone'),
    await newLink('二', 'everyone'),
    await newLink('三', 'everyone'),
    link,
    await newLink('私', 'roles'),
  ];
  const release = (...more: string[]) =>
    save(id, pageOf({ ...widgetCard(one), isLock: 1 }, ...[two, three, ...more].map((widgetId, at) => widgetCard(widgetId, at + 1))), {
      isPageEditConsole: 1,
    });
  await release();
  const names = async () => (await seen(phone)).tags[0]?.cards.map(({ name }) => name);
  const { tags } = await seen(phone);
  const keys = tags[0]!.cards.map(({ key }) => key);
  const arrange = (cards: object) =>
    phone.ask(client.clientPageSave, { configId: id, order: [], base: 1, cards: [{ tag: tags[0]!.key, ...cards }] });
  expect(await arrange({ order: keys.toReversed(), added: [own, kept] })).toMatchObject({ code: 0 });
  // What was added stands behind; what the person may not use is left out.
  expect(await names()).toEqual(['一', '三', '二', '手册']);
  expect(await arrange({ order: [`widget:${own}`, ...keys.toReversed()], added: [own] })).toMatchObject({ code: 0 });
  expect(await names()).toEqual(['一', '手册', '三', '二']);
  const four = await newLink('四', 'everyone');
  await release(four);
  expect((await names())?.[0]).toBe('一');
  expect((await names())?.toSorted()).toEqual(['一', '三', '二', '四', '手册'].toSorted());
  expect(await arrange({ hidden: [keys[0]!] })).toMatchObject({ code: 13051 });
  expect(await arrange({ hidden: [keys[1]!] })).toMatchObject({ code: 0 });
  expect(await names()).toEqual(['一', '三', '四']);
  // The cards of a locked tag are not arranged at all, nor those of a page that people may not edit.
  const me = [{ tag: 'me', order: ['x'] }];
  expect(await phone.ask(client.clientPageSave, { configId: id, order: [], base: 1, cards: me })).toMatchObject({ code: 13051 });
  await save(id, pageOf(widgetCard(one), widgetCard(two, 1)));
  expect(await arrange({ order: keys.toReversed() })).toMatchObject({ code: 13051 });
  expect(await names()).toEqual(['一', '二']);
});

test('A publication and a withdrawal that are reverted are taken back on terminals too', async () => {
  const id = await newPage();
  await save(id, pageOf(widgetCard(link)));
  await save(id, [meTag]);
  const revert = async (): Promise<void> => {
    const { list } = await boss().call(listJournal, { kind: ['pageConfig'], objectId: id });
    await boss().call(revertChanges, { batchId: list[0]!.batchId });
  };
  expect(await seen(phone)).toMatchObject({ releaseNo: 2, tags: [{ name: 'Me' }] });
  await revert();
  expect(await seen(phone)).toMatchObject({ releaseNo: 1, tags: [{ name: 'Home' }, { name: 'Me' }] });
  await boss().call(pageWithdraw, { ids: [id] });
  expect((await seen(phone)).releaseNo).toBe(null);
  await revert();
  expect(await seen(phone)).toMatchObject({ releaseNo: 1, tags: [{ name: 'Home' }, { name: 'Me' }] });
});

test('A department that an advert of a page names is in use; merged, its place is taken, in what is shown and in the draft, and a revert brings it back', async () => {
  const east = await house.department('东方');
  const id = await newPage();
  const now = Date.now();
  const draft = { title: { zh_CN: '广告' }, fileId: await picture(), startTime: now - hour, endTime: now + hour };
  const tagAdverts = [
    {
      ...draft,
      deptIds: [east],
      deptWidgetInfo: [
        { deptId: east, widgetId: link },
        { deptId: north, widgetId: link },
      ],
    },
  ];
  const carousel = { cardType: 0 as const, cardIndex: 0, platformType: 2 as const, name: '轮播', isTagConfig: 1 as const, tagAdverts };
  await save(id, pageOf(carousel));
  const { id: own } = await boss().call(advert.add, { ...draft, appId, kind: 'home', deptWidgetInfo: [{ deptId: east, widgetId: link }] });
  const shown = async () => (await seen(phone)).tags[0]?.cards[0]?.adverts;
  expect(await shown()).toBeUndefined();
  const removed = await boss().ask(departmentRemove, { ids: [east] });
  expect(removed.code).not.toBe(0);
  expect(JSON.stringify(removed.data)).toContain('pageConfig');
  const { jobId } = await boss().call(departmentMerge, { sourceIds: [east], targetId: north });
  await boss().jobEnd(jobId);
  expect(await shown()).toMatchObject([{ title: '广告', widgetId: link }]);
  const named = async () => {
    const {
      tagList: [first],
    } = await boss().call(tagList, { configId: id });
    return JSON.stringify(first).includes(east) ? 'east' : JSON.stringify(first).split(north).length - 1;
  };
  expect(await named()).toBe(2);
  expect((await boss().call(advert.get, { id: own })).deptWidgetInfo).toMatchObject([{ deptId: north }]);
  const { list } = await boss().call(listJournal, { kind: ['pageConfig'], objectId: id });
  await boss().call(revertChanges, { batchId: list[0]!.batchId });
  expect([await named(), await shown()]).toEqual(['east', undefined]);
  await boss().call(advert.delete, { ids: [own] });
});

test('See as: what a person would get, which texts fall back, and which role would give the rest', async () => {
  const id = await newPage([{ kind: 'department', id: north }]);
  const given = await newLink('审批', 'roles');
  const { roleId } = await boss().call(mamRole.save, { name: 'Approvers', code: `approvers${made}` });
  await boss().call(mamSaveResources, { roleId, version: 1, codes: [`widget:${given}`] });
  await save(id, pageOf(widgetCard(link), widgetCard(given, 1)), { releaseType: 0 });
  const look = (empId: string, language: 'zh_CN' | 'en_US' | 'ja_JP') => boss().call(tagPreview, { configId: id, empId, language });
  expect(await look(ann, 'ja_JP')).toMatchObject({
    included: true,
    page: { tags: [{ name: '首页', fallsBack: true, cards: [{ widgetId: link }] }, { fallsBack: true }] },
    left: [{ path: 'tagList.0.cardArray.1', reason: 'notGiven', roles: ['Approvers'] }],
  });
  expect(await look(ann, 'zh_CN')).toMatchObject({ page: { tags: [{ name: '首页', fallsBack: false }, {}] } });
  expect(await look(bob, 'en_US')).toMatchObject({ included: false, page: { tags: [{ name: 'Home', fallsBack: false }, {}] } });
  await boss().call(mamRole.assignEmployees, { roleId, ids: [ann] });
  expect(await look(ann, 'en_US')).toMatchObject({ left: [], page: { tags: [{ cards: [{}, { widgetId: given }] }, {}] } });
});

test('Places of adverts count within their app and kind, and a move changes no other order', async () => {
  const other = (await boss().call(app.add, { name: { zh_CN: '访客' }, appKey: 'visitors', ownerDeptId: rootDepartmentId })).id;
  const now = Date.now();
  const period = { title: { zh_CN: '周年' }, fileId: await picture(), startTime: now, endTime: now + hour };
  const add = async (kind: 'launch' | 'home', of = other) => (await boss().call(advert.add, { ...period, appId: of, kind })).id;
  const [launch, elsewhere, first, second, last] = [
    await add('launch'),
    await add('home', appId),
    await add('home'),
    await add('home'),
    await add('launch'),
  ];
  const placesOf = async (kind: 'launch' | 'home') =>
    (await boss().call(advert.list, { appId: other, kind })).list.map(({ id, priority }) => [id, priority]);
  expect([await placesOf('home'), await placesOf('launch')]).toEqual([
    [
      [first, 1],
      [second, 2],
    ],
    [
      [launch, 1],
      [last, 2],
    ],
  ]);
  await boss().call(advert.reorder, { ids: [second, first] });
  expect([await placesOf('home'), await placesOf('launch')]).toEqual([
    [
      [second, 1],
      [first, 2],
    ],
    [
      [launch, 1],
      [last, 2],
    ],
  ]);
  await boss().call(advert.delete, { ids: [launch, elsewhere, first, second, last] });
});

test('An advert is shown within its period only, where it is enabled, to whom it names, and opens what its department says', async () => {
  const now = Date.now();
  const draft = {
    title: { zh_CN: '周年', en_US: 'Anniversary' },
    appId,
    kind: 'home' as const,
    fileId: await picture(),
    link: 'https://example.com/news',
  };
  const add = async (more: object) => {
    const { id } = await boss().call(advert.add, { ...draft, startTime: now - hour, endTime: now + hour, ...more });
    await boss().call(advertSetAvailable, { ids: [id], available: 1 });
    return id;
  };
  const wider = await newLink('总部', 'everyone');
  const nearest = [
    { deptId: rootDepartmentId, widgetId: wider },
    { deptId: north, widgetId: link },
  ];
  const current = await add({ deptWidgetInfo: nearest });
  const later = await add({ startTime: now + hour, endTime: now + 2 * hour });
  const far = await add({ startTime: now + 30 * 24 * hour, endTime: now + 31 * 24 * hour });
  const wide = await add({ mobileEnable: 0 });
  const theirs = await add({ deptIds: [north] });
  const list = async (terminal: TestTerminal) => (await terminal.call(client.clientAdverts, { kind: 'home' })).list;
  const ids = async (terminal: TestTerminal) => (await list(terminal)).map(({ advertId }) => advertId);
  // What begins within a week is known ahead, and what is shown now is decided by its period.
  expect(await ids(phone)).toEqual([current, later, theirs]);
  expect(await ids(desktop)).toEqual([current, later, wide, theirs]);
  expect(await ids(other)).toEqual([current, later]);
  expect((await list(phone))[0]).toMatchObject({ title: 'Anniversary', widgetId: link, link: 'https://example.com/news' });
  // A tap opens the widget of the nearest department: the own one, else the one above.
  expect((await list(other))[0]).toMatchObject({ widgetId: wider });
  expect((await phone.ask(client.clientPicture, { fileId: draft.fileId })).status).toBe(200);
  // On a page only what is within its period stands.
  const page = await newPage();
  const carousel = { cardType: 0 as const, cardIndex: 0, platformType: 2 as const, name: '轮播' };
  await save(page, pageOf(carousel));
  const shown = async () => (await seen(phone)).tags[0]?.cards[0]?.adverts.map(({ advertId }) => advertId);
  expect(await shown()).toEqual([current, theirs]);
  await boss().call(advertSetAvailable, { ids: [theirs], available: 0 });
  expect(await shown()).toEqual([current]);
  expect(await boss().call(advert.get, { id: theirs })).toMatchObject({ status: 2 });
  await boss().call(advertSetDisplay, { ids: [current], mobileEnable: 0 });
  expect(await shown()).toBeUndefined();
  // Its time is over.
  const past = await add({ startTime: now - 2 * hour, endTime: now + hour });
  await house.product.database.pool.query('update advert set end_time = $1 where id = $2', [now - hour, past]);
  const { expireAdverts } = await import('../../src/modules/app-pages/server/advert.ts');
  await expireAdverts(house.product.database.db, Date.now());
  expect(await boss().call(advert.get, { id: past })).toMatchObject({ status: 0 });
  await phone.call(client.clientAdvertReport, { counts: [{ advertId: current, day: '2026-11-24', shown: 3, opened: 1 }] });
  expect(await boss().call(advert.get, { id: current })).toMatchObject({ shown: 3, opened: 1 });
  await boss().call(advertSettingUpdate, { appId, kind: 'home', version: 1, display: 0 });
  expect(await ids(phone)).toEqual([]);
  expect(far).not.toBe('');
});

test('Adverts that must not be shown are refused with what is wrong', async () => {
  const now = Date.now();
  const draft = { title: { zh_CN: 'x' }, appId, kind: 'launch' as const, startTime: now, endTime: now + hour };
  expect(await boss().ask(advert.add, { ...draft, endTime: now })).toMatchObject({ code: 13040, data: { field: 'endTime' } });
  for (const wrong of [
    'javascript:alert(1)',
    'https://me:word@example.com',
    'https://192.168.1.1/',
    'https://localhost/',
    'http://example.com',
  ])
    expect(await boss().ask(advert.add, { ...draft, link: wrong }), wrong).toMatchObject({ code: 13041, data: { field: 'link' } });
  expect(await boss().ask(advert.add, { ...draft, pcLink: 'https://localhost/' })).toMatchObject({
    code: 13041,
    data: { field: 'pcLink' },
  });
  const { id } = await boss().call(advert.add, draft);
  expect(await boss().ask(advertSetAvailable, { ids: [id], available: 1 })).toMatchObject({ code: 13050 });
  const card = await boss().call(platformCard.add, { name: 'Centre', appId, platformType: 1, icon: 'abc' });
  expect(await boss().call(platformCard.get, { id: card.id })).toMatchObject({ icon: null });
  const { id: behind } = await boss().call(platformCard.add, { name: 'Second', appId, platformType: 2 });
  await boss().call(platformCard.reorder, { ids: [behind, card.id] });
  expect((await boss().call(platformCard.list, { appId })).list.map(({ name }) => name)).toEqual(['Second', 'Centre']);
  const page = await newPage();
  await save(page, pageOf({ cardType: 0, cardIndex: 0, platformType: 1, platformId: card.id }), { releaseType: 0 });
  expect(await boss().ask(platformCard.delete, { ids: [card.id] })).toMatchObject({ code: 10410, data: { usedBy: [{ name: 'Page' }] } });
});
