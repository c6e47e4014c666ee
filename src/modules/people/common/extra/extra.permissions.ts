import { menu } from '#kit/common/permission.ts';

/** Extra fields of people and departments. */
export const extraDictionary = menu({
  code: 'muc_user_extradic',
  route: '/muc_user_extradic',
  parent: 'muc',
  title: { zh_CN: '扩展字段', en_US: 'Extra fields', ja_JP: '拡張フィールド' },
  icon: 'form',
  order: 30,
  buttons: [
    'add',
    'update',
    'delete',
    'enable',
    'disable',
    { verb: 'reorder', title: { zh_CN: '调整顺序', en_US: 'Reorder', ja_JP: '並べ替え' } },
  ],
});
