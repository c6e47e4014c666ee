export const zh_CN = {};

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'public-replies': typeof zh_CN;
  }
}
