export const zh_CN = {};

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'public-pushes': typeof zh_CN;
  }
}
