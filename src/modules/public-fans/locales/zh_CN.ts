export const zh_CN = {};

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'public-fans': typeof zh_CN;
  }
}
