import { productDefaults, isProductItem, type ProductConfig } from '#kit/common/product/product-config.ts';
import type { PropertyDefinition, PropertyType } from '#kit/common/property.ts';
import type { LocalText } from '#kit/common/language.ts';
import type { Services } from '#kit/server/services.ts';

const namespace = 'console';

const text = (zh_CN: string, en_US: string, ja_JP: string): LocalText => ({ zh_CN, en_US, ja_JP });

const items: Readonly<Record<keyof ProductConfig, readonly [PropertyType, LocalText]>> = {
  loginLinks: [
    'json',
    text(
      '登录页下方的链接：[{ title, url }]',
      'Links under the sign-in form: [{ title, url }]',
      'サインイン画面の下のリンク：[{ title, url }]',
    ),
  ],
  loginLogo: [
    'string',
    text('登录页徽标（data: 图片）', 'Logo of the sign-in page (a data: picture)', 'サインイン画面のロゴ（data: 画像）'),
  ],
  loginBackground: [
    'string',
    text(
      '登录页背景色（#rrggbb，深色）',
      'Background colour of the sign-in page (#rrggbb, dark)',
      'サインイン画面の背景色（#rrggbb、濃い色）',
    ),
  ],
  loginFooter: ['text', text('登录页页脚', 'Footer of the sign-in page', 'サインイン画面のフッター')],
  tabTitle: [
    'string',
    text(
      '浏览器标签页标题；{org} 为组织名称',
      'Title of the browser’s tab; {org} is the organisation',
      'ブラウザーのタブの題名。{org} は組織名',
    ),
  ],
  menuTitle: [
    'string',
    text('菜单上方的名称；{org} 为组织名称', 'Name above the menu; {org} is the organisation', 'メニューの上の名前。{org} は組織名'),
  ],
  env: [
    'string',
    text(
      '环境名称（测试、预发布），显示在名称旁',
      'Name of the installation (test, staging), beside the name',
      '環境の名前（テスト、検証）。名前の横に表示',
    ),
  ],
  org: ['string', text('使用本产品的组织', 'The organisation that the product serves', '本製品を利用する組織')],
  mainLanguage: [
    'string',
    text(
      '主要语言：名称必须用它填写（zh_CN、en_US、ja_JP；空则为填写人的语言）',
      'Main language, in which names must be given (zh_CN, en_US, ja_JP; empty: that of whoever enters them)',
      '主な言語：名前はこの言語で入力が必須（zh_CN、en_US、ja_JP。空の場合は入力者の言語）',
    ),
  ],
  hosts: [
    'json',
    text('其他产品的地址：{ 区域: 地址 }', 'Addresses of other products: { area: address }', 'ほかの製品のアドレス：{ 区分: アドレス }'),
  ],
  iframeHosts: [
    'list',
    text(
      '可以嵌入显示的来源（协议://主机:端口）',
      'Origins that may be shown in a frame (scheme://host:port)',
      '埋め込み表示を許す配信元（スキーム://ホスト:ポート）',
    ),
  ],
};

/** What a customer may set about the console without a new build, as properties. */
export const consoleProperties: readonly PropertyDefinition[] = (Object.keys(items) as (keyof ProductConfig)[]).map((key) => ({
  namespace,
  key,
  type: items[key][0],
  default: productDefaults[key],
  description: items[key][1],
  exposure: 'console',
  valid: (value) => isProductItem(key, value),
}));

/**
 * What is set for the site, as it is stored: a value of a wrong type leaves too, because the console replaces it by the default and says so where
 * the operator looks.
 */
export async function readProductConfig(services: Pick<Services, 'database' | 'now'>): Promise<Record<string, unknown>> {
  const now = services.now();
  const rows = await services.database.db
    .selectFrom('property_value')
    .innerJoin('property', 'property.id', 'property_value.property_id')
    .select(['property.key', 'property_value.value'])
    .where('property.namespace', '=', namespace)
    .where('property.exposure', '=', 'console')
    .where('property_value.scope_kind', '=', 'site')
    .where('property_value.enabled', '=', true)
    .where((where) => where.or([where('valid_from', 'is', null), where('valid_from', '<=', now)]))
    .where((where) => where.or([where('valid_until', 'is', null), where('valid_until', '>', now)]))
    .execute();
  return Object.fromEntries(rows.flatMap(({ key, value }) => (key in productDefaults ? [[key, value]] : [])));
}
