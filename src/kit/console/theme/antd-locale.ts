import type { ConfigProviderProps } from 'antd';
import type { Language } from '#kit/common/language.ts';

type AntdLocale = NonNullable<ConfigProviderProps['locale']>;

const loaders: Record<Language, () => Promise<unknown>> = {
  zh_CN: () => import('antd/es/locale/zh_CN'),
  en_US: () => import('antd/es/locale/en_US'),
  ja_JP: () => import('antd/es/locale/ja_JP'),
};
const packs = new Map<Language, AntdLocale>();

/** The component library's texts in a language, once loaded. */
export const antdLocale = (language: Language): AntdLocale | undefined => packs.get(language);

/** Loads the component library's texts of a language. */
export async function loadAntdLocale(language: Language): Promise<void> {
  packs.set(language, localeIn(await loaders[language]()));
}

/** The packs are CommonJS inside: the locale may lie one or two `default`s deep. */
function localeIn(pack: unknown): AntdLocale {
  for (let at: unknown = pack, depth = 0; depth < 3 && typeof at === 'object' && at !== null; depth += 1) {
    if ('locale' in at && typeof at.locale === 'string') return { ...at, locale: at.locale };
    at = 'default' in at ? at.default : undefined;
  }
  throw new Error('The language pack of the component library has no locale');
}
