import { menu } from '#kit/common/permission.ts';

/** What was deleted in any area, and the way back. */
export const recycleBin = menu({
  code: 'sys_recycle_bin',
  route: '/sys_recycle_bin',
  parent: 'sys',
  title: { zh_CN: '回收站', en_US: 'Recycle bin', ja_JP: 'ごみ箱' },
  icon: 'delete',
  order: 85,
  buttons: ['restore', 'purge', { verb: 'hold', title: { zh_CN: '保留', en_US: 'Hold', ja_JP: '保持' } }],
});

/** Every page of the module. */
export const recycleBinPages = [recycleBin] as const;
