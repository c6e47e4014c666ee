import type { CatalogLoaders } from '#kit/common/catalogs.ts';

/** The gallery's own texts. */
export const galleryCatalog: CatalogLoaders = {
  zh_CN: async () => (await import('./locales/zh_CN.ts')).zh_CN,
  en_US: async () => (await import('./locales/en_US.ts')).en_US,
  ja_JP: async () => (await import('./locales/ja_JP.ts')).ja_JP,
};
