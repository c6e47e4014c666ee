import { menu } from '#kit/common/permission.ts';

/** The group of the menu that holds the pages about people. */
export const userCentre = menu({
  code: 'muc',
  title: { zh_CN: '用户中心', en_US: 'User centre', ja_JP: 'ユーザーセンター' },
  icon: 'team',
  order: 20,
});

/** Departments and employees. */
export const userManagement = menu({
  code: 'muc_user_management',
  route: '/muc_user_management',
  parent: 'muc',
  title: { zh_CN: '组织与员工', en_US: 'Departments and employees', ja_JP: '組織と従業員' },
  icon: 'user',
  order: 10,
  buttons: [
    'add',
    'update',
    'delete',
    'enable',
    'disable',
    'restore',
    'purge',
    'import',
    'export',
    { verb: 'password', title: { zh_CN: '重置密码', en_US: 'Reset password', ja_JP: 'パスワードを再設定' }, dangerous: true },
    { verb: 'unlock', title: { zh_CN: '解除锁定', en_US: 'Unlock', ja_JP: 'ロックを解除' } },
    { verb: 'endSession', title: { zh_CN: '结束会话', en_US: 'End sessions', ja_JP: 'セッションを終了' }, dangerous: true },
    { verb: 'exportFull', title: { zh_CN: '导出完整信息', en_US: 'Export unmasked', ja_JP: 'マスクなしでエクスポート' }, dangerous: true },
    { verb: 'unmask', title: { zh_CN: '查看完整信息', en_US: 'Show unmasked', ja_JP: 'マスクを解除して表示' } },
    { verb: 'transfer', title: { zh_CN: '调动', en_US: 'Transfer', ja_JP: '異動' } },
    { verb: 'leave', title: { zh_CN: '办理离职', en_US: 'Offboard', ja_JP: '退職処理' }, dangerous: true },
    { verb: 'cancelLeave', title: { zh_CN: '取消离职', en_US: 'Cancel leaving', ja_JP: '退職を取り消し' } },
    { verb: 'rehire', title: { zh_CN: '重新入职', en_US: 'Rehire', ja_JP: '再入社' } },
    { verb: 'batchUpdate', title: { zh_CN: '批量修改', en_US: 'Bulk edit', ja_JP: '一括変更' } },
    { verb: 'settings', title: { zh_CN: '设置', en_US: 'Settings', ja_JP: '設定' } },
    { verb: 'addDept', title: { zh_CN: '新增部门', en_US: 'Add department', ja_JP: '部門を追加' } },
    { verb: 'updateDept', title: { zh_CN: '编辑部门', en_US: 'Edit department', ja_JP: '部門を編集' } },
    { verb: 'moveDept', title: { zh_CN: '移动部门', en_US: 'Move department', ja_JP: '部門を移動' }, dangerous: true },
    { verb: 'mergeDept', title: { zh_CN: '合并部门', en_US: 'Merge departments', ja_JP: '部門を統合' }, dangerous: true },
    { verb: 'importDept', title: { zh_CN: '导入部门', en_US: 'Import departments', ja_JP: '部門をインポート' } },
    { verb: 'exportDept', title: { zh_CN: '导出部门', en_US: 'Export departments', ja_JP: '部門をエクスポート' } },
    { verb: 'reorderDept', title: { zh_CN: '部门排序', en_US: 'Reorder departments', ja_JP: '部門を並べ替え' } },
    { verb: 'enableDept', title: { zh_CN: '启用部门', en_US: 'Enable department', ja_JP: '部門を有効化' } },
    { verb: 'disableDept', title: { zh_CN: '停用部门', en_US: 'Disable department', ja_JP: '部門を無効化' }, dangerous: true },
    { verb: 'deleteDept', title: { zh_CN: '删除部门', en_US: 'Delete department', ja_JP: '部門を削除' }, dangerous: true },
  ],
});
