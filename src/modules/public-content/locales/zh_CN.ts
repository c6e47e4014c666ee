export const zh_CN = {};

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'public-content': typeof zh_CN;
  }
}
