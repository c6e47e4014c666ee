/** Texts of this module: names of things, of their fields, and what its pages say. */
export const zh_CN = {
  sampleThing: '{one:zh_CN}',
  'sampleThing.filter.text': '名称或编码',
  'sampleThing.help': '每次修改都会记入变更记录，可以撤销。',
  'sampleThing.empty': '还没有{one:zh_CN}',
  'sampleThing.emptyHint': '新增的{one:zh_CN}会显示在这里。',
};

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'sample-area': typeof zh_CN;
  }
}
