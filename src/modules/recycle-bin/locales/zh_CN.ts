export const zh_CN = {
  deleted: '已删除的对象',
  'deleted.help': '删除的对象在此保留 30 天，可连同其关系一起恢复。',
  'deleted.empty': '回收站是空的',
  'deleted.emptyHint': '删除的对象会在这里保留 30 天',
  'deleted.field.name': '名称',
  'deleted.field.kind': '种类',
  'deleted.field.moduleName': '模块',
  'deleted.field.by': '删除人',
  'deleted.field.at': '删除时间',
  'deleted.field.endsAt': '自动清除时间',
  'deleted.field.batchCount': '同批对象',
  'deleted.filter.text': '名称',
  'deleted.filter.ending': '7 天内清除',
  'deleted.filter.held': '已保留',
  'deleted.filter.from': '自',
  'deleted.filter.to': '至',
  'deleted.isHeld': '保留中，不会清除',
  'deleted.hold': '保留',
  'deleted.release': '取消保留',
  'deleted.sameBatch': '同批删除的 {count} 个',
  'restore.title': '恢复',
  'restore.do': '恢复 {count} 个',
  'restore.nothing': '没有可恢复的对象',
  'restore.conflicts': '{count} 个无法恢复',
  'restore.suffix': '名称或编码已被占用时，在其后加上数字',
  'restore.parents': '同时恢复其所属对象：{names}',
} as const;

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'recycle-bin': typeof zh_CN;
  }
}
