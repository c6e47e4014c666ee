import { menu } from '#kit/common/permission.ts';

/** Crowds: named sets of people. */
export const dynamicGroup = menu({
  code: 'muc_dynamic_group',
  route: '/muc_dynamic_group',
  parent: 'muc',
  title: { zh_CN: '动态人群', en_US: 'Dynamic groups', ja_JP: '動的グループ' },
  icon: 'team',
  order: 40,
  buttons: [
    'add',
    'update',
    'delete',
    'export',
    { verb: 'pause', title: { zh_CN: '暂停计算', en_US: 'Pause', ja_JP: '計算を一時停止' } },
    { verb: 'resume', title: { zh_CN: '恢复计算', en_US: 'Resume', ja_JP: '計算を再開' } },
    { verb: 'recompute', title: { zh_CN: '重新计算', en_US: 'Compute again', ja_JP: '再計算' } },
    { verb: 'release', title: { zh_CN: '放行变动', en_US: 'Release', ja_JP: '変更を許可' }, dangerous: true },
  ],
});
