import type { ConfigProviderProps } from 'antd';
import type { Language } from '#kit/common/language.ts';

type AntdLocale = NonNullable<ConfigProviderProps['locale']>;

const loaders: Record<Language, () => Promise<unknown>> = {
  zh_CN: () => Promise.all([import('antd/es/locale/zh_CN'), import('dayjs/locale/zh-cn')]).then(([pack]) => pack),
  en_US: () => import('antd/es/locale/en_US'),
  ja_JP: () => Promise.all([import('antd/es/locale/ja_JP'), import('dayjs/locale/ja')]).then(([pack]) => pack),
};
const dayjsNames: Record<Language, string> = { zh_CN: 'zh-cn', en_US: 'en', ja_JP: 'ja' };
const packs = new Map<Language, AntdLocale>();

/** The component library's texts in a language, once loaded. */
export const antdLocale = (language: Language): AntdLocale | undefined => packs.get(language);

/** Loads the component library's and the calendar's texts of a language. */
export async function loadAntdLocale(language: Language): Promise<void> {
  const [pack, { default: dayjs }] = await Promise.all([loaders[language](), import('dayjs')]);
  packs.set(language, localeIn(pack));
  dayjs.locale(dayjsNames[language]);
}

/** The packs are CommonJS inside: the locale may lie one or two `default`s deep. */
function localeIn(pack: unknown): AntdLocale {
  for (let at: unknown = pack, depth = 0; depth < 3 && typeof at === 'object' && at !== null; depth += 1) {
    if ('locale' in at && typeof at.locale === 'string') return { ...at, locale: at.locale };
    at = 'default' in at ? at.default : undefined;
  }
  throw new Error('The language pack of the component library has no locale');
}
