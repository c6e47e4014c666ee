import { advert, pictureAdd } from '../common/advert.contract.ts';
import { pageConfig, platformCard, tagSave } from '../common/page.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import type { House } from '../../../../tests/access/house.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';
import { newApp } from '#modules/widgets/testing/tries.ts';

let made = 0;
const word = (): string => `page${(made += 1)}`;
const dayMillis = 86_400_000;

/** A picture of one pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
/** A picture that was kept. */
async function newPicture({ boss }: House): Promise<string> {
  return (await boss.call(pictureAdd, { fileId: await boss.upload('picture.png', pixel) })).fileId;
}
/** An advert of an app of a department. */
export const newAdvert = async (house: House, ownerDeptId = rootDepartmentId): Promise<string> =>
  (await newAdverts(house, { ownerDeptId }))[0]!;
/** So many adverts of one app. */
export async function newAdverts(
  house: House,
  { ownerDeptId = rootDepartmentId, kind = 'launch', count = 1 }: { ownerDeptId?: string; kind?: 'launch' | 'home'; count?: number },
): Promise<string[]> {
  const [now, appId] = [Date.now(), await newApp(house, ownerDeptId)];
  const made: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const draft = { title: { zh_CN: word() }, kind, startTime: now, endTime: now + dayMillis, deptIds: [] };
    made.push((await house.boss.call(advert.add, { ...draft, appId, fileId: await newPicture(house) })).id);
  }
  return made;
}
/** A tab of the application. */
export const meTag = {
  tagIndex: 0,
  tagType: 0 as const,
  systemKey: 'me' as const,
  isLock: 1 as const,
  cardArray: [],
  langs: { zh_CN: '我', en_US: 'Me', ja_JP: '' },
  icon: null,
};
/** A page configuration of an app of a department, published. */
export async function newPage(house: House, ownerDeptId = rootDepartmentId): Promise<string> {
  const { id } = await house.boss.call(pageConfig.add, { name: word(), appId: await newApp(house, ownerDeptId) });
  await house.boss.call(tagSave, { configId: id, version: 1, releaseType: 1, isPageEditConsole: 0, tagList: [meTag] });
  return id;
}
/** A platform card of an app of a department. */
export const newCard = async (house: House, ownerDeptId = rootDepartmentId): Promise<string> =>
  (await house.boss.call(platformCard.add, { name: word(), appId: await newApp(house, ownerDeptId), platformType: 1 })).id;

/** Inputs of writes to pages and adverts. */
export const tries: Readonly<Record<string, TrySample>> = {
  'mam/advert/setavailable': async (house) => ({ ids: [await newAdvert(house)], available: 1 }),
  'mam/advert/setDisplay': async (house) => ({ ids: [await newAdvert(house)], pcEnable: 0 }),
  'mam/advert/setting/update': async (house) => ({ appId: await newApp(house), kind: 'launch', version: 1, intervalTime: 9 }),
  'mam/pageConfig/withdraw': async (house) => ({ ids: [await newPage(house)] }),
  'mam/pageConfig/rollback': async (house) => ({ id: await newPage(house), no: 1 }),
  'mam/pageConfig/copy': async (house) => ({ id: await newPage(house) }),
  'mam/tag/save': async (house) => ({
    configId: await newPage(house),
    version: 2,
    releaseType: 0,
    isPageEditConsole: 1,
    tagList: [{ ...meTag, langs: { zh_CN: word() } }],
  }),
};
