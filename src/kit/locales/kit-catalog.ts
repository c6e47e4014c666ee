import type { CatalogLoaders } from '#kit/common/catalogs.ts';

/** The kit's whole texts, each language on demand. */
export const kitCatalog: CatalogLoaders = {
  zh_CN: async () => (await import('./zh_CN.ts')).zh_CN,
  en_US: async () => (await import('./en_US.ts')).en_US,
  ja_JP: async () => (await import('./ja_JP.ts')).ja_JP,
};
