import { menu } from '#kit/common/permission.ts';
import type { HoldingCodes } from '#kit/common/role/role-codes.ts';
import { devicesGroup } from '#modules/devices/common/menu-group.ts';

const simulate = { verb: 'simulate', title: { zh_CN: '模拟', en_US: 'Simulate', ja_JP: 'シミュレート' } } as const;

/** Frame: roles of people on their devices, and what these roles allow with files. */
export const mdmAuth = menu({
  code: 'msm_auth_management',
  route: '/msm_auth_management',
  parent: devicesGroup.code,
  title: { zh_CN: '设备角色', en_US: 'Device roles', ja_JP: 'デバイスロール' },
  icon: 'safety',
  order: 30,
  buttons: [simulate],
});

/** Roles of module mdm. */
export const mdmRolePage = menu({
  code: 'msm_auth_management_role',
  route: '/msm_auth_management/role',
  parent: mdmAuth.code,
  title: { zh_CN: '角色', en_US: 'Roles', ja_JP: 'ロール' },
  order: 10,
  nested: true,
  buttons: ['add', 'update', 'delete', 'enable', 'disable', 'copy'],
});

interface Child<V extends string> {
  order: number;
  buttons: readonly (V | { verb: V; title: { zh_CN: string; en_US: string; ja_JP: string }; dangerous?: true })[];
}
const child = <const V extends string>(name: string, title: { zh_CN: string; en_US: string; ja_JP: string }, more: Child<V>) =>
  menu({
    code: `${mdmRolePage.code}_${name}`,
    route: `${mdmRolePage.route}/${name}`,
    parent: mdmRolePage.code,
    title,
    nested: true,
    ...more,
  });

/** People who hold a role by name. */
export const mdmUserPage = child(
  'relate_user',
  { zh_CN: '员工', en_US: 'People', ja_JP: '従業員' },
  { order: 10, buttons: ['assign', 'remove', 'import', 'export'] },
);
/** Departments that hold a role for all below them. */
export const mdmDeptPage = child(
  'relate_dept',
  { zh_CN: '部门', en_US: 'Departments', ja_JP: '部門' },
  { order: 20, buttons: ['assign', 'remove'] },
);
/** Dynamic groups that hold a role. */
export const mdmGroupPage = child(
  'relate_group',
  { zh_CN: '人群', en_US: 'Dynamic groups', ja_JP: '動的グループ' },
  { order: 30, buttons: ['assign', 'remove'] },
);
/** File functions and configuration groups of a role. */
export const mdmRightsPage = child(
  'relate_auth',
  { zh_CN: '功能与配置', en_US: 'Functions and settings', ja_JP: '機能と設定' },
  {
    order: 40,
    buttons: ['save', { verb: 'saveConfig', title: { zh_CN: '保存配置', en_US: 'Save settings', ja_JP: '設定を保存' } }],
  },
);

/** People with the roles they hold. */
export const mdmHolderPage = menu({
  code: 'msm_auth_management_role_user',
  route: '/msm_auth_management/role_user',
  parent: mdmAuth.code,
  title: { zh_CN: '人员的角色', en_US: 'Roles of people', ja_JP: '従業員のロール' },
  order: 20,
  nested: true,
});

/** Frame: which file actions are allowed, by whom, where and with which files. */
export const fileSecurity = menu({
  code: 'msm_file_security_configuration',
  route: '/msm_file_security_configuration',
  parent: devicesGroup.code,
  title: { zh_CN: '文件安全', en_US: 'File security', ja_JP: 'ファイルセキュリティ' },
  icon: 'lock',
  order: 40,
  duty: 'security',
  buttons: [
    simulate,
    { verb: 'publish', title: { zh_CN: '发布', en_US: 'Publish', ja_JP: '公開' }, dangerous: true },
    { verb: 'discard', title: { zh_CN: '放弃草稿', en_US: 'Discard draft', ja_JP: '下書きを破棄' }, dangerous: true },
    { verb: 'restore', title: { zh_CN: '恢复为草稿', en_US: 'Restore to draft', ja_JP: '下書きに戻す' } },
    { verb: 'decisions', title: { zh_CN: '判定记录', en_US: 'Decisions', ja_JP: '判定履歴' } },
    { verb: 'trail', title: { zh_CN: '文件轨迹', en_US: 'File trail', ja_JP: 'ファイルの履歴' } },
    { verb: 'settings', title: { zh_CN: '设置', en_US: 'Settings', ja_JP: '設定' } },
    { verb: 'setLevel', title: { zh_CN: '设置密级', en_US: 'Set level', ja_JP: '機密区分を設定' } },
  ],
});

const tab = <const V extends string>(
  [code, path]: readonly [string, string],
  title: { zh_CN: string; en_US: string; ja_JP: string },
  more: Child<V>,
) =>
  menu({
    code: `${fileSecurity.code}_${code}`,
    route: `${fileSecurity.route}/${path}`,
    parent: fileSecurity.code,
    title,
    nested: true,
    duty: 'security',
    ...more,
  });

const ruleButtons = ['add', 'update', 'delete', 'enable', 'disable', 'reorder', 'copy', 'import', 'export'] as const;

/** Rules of downloading and what follows from it. */
export const downloadPage = tab(
  ['download_restriction', 'download_restriction'],
  { zh_CN: '下载限制', en_US: 'Download restriction', ja_JP: 'ダウンロード制限' },
  { order: 10, buttons: ruleButtons },
);
/** Rules of sending. */
export const sendPage = tab(
  ['send_restriction', 'send_restriction'],
  { zh_CN: '发送限制', en_US: 'Send restriction', ja_JP: '送信制限' },
  { order: 20, buttons: ruleButtons },
);
/** Rules of looking at a file. */
export const previewPage = tab(
  ['preview_restriction', 'preview_restriction'],
  { zh_CN: '预览限制', en_US: 'Preview restriction', ja_JP: 'プレビュー制限' },
  { order: 30, buttons: ruleButtons },
);
/** Who sends files to whom. */
export const sendUserPage = tab(
  ['send_user', 'send-user'],
  { zh_CN: '发送对象', en_US: 'Send permissions', ja_JP: '送信相手' },
  { order: 40, buttons: ['add', 'update', 'delete', 'enable', 'disable', 'reorder', 'import', 'export'] },
);
/** What holds outside the company's network. */
export const outerNetPage = tab(
  ['outer_net', 'outer-net'],
  { zh_CN: '外网限制', en_US: 'Outside network', ja_JP: '社外ネットワーク' },
  { order: 50, buttons: ['save'] },
);
/** People whom the restrictions do not hold for a while. */
export const whiteUserPage = tab(
  ['white_list_user', 'white-list-user'],
  { zh_CN: '白名单用户', en_US: 'Allow list', ja_JP: '許可リスト' },
  { order: 60, buttons: ['add', 'update', 'delete', 'import', 'export'] },
);
/** How files are encrypted on the server and on terminals. */
export const encryptionPage = tab(
  ['file_encryption', 'file-encryption'],
  { zh_CN: '文件加密', en_US: 'File encryption', ja_JP: 'ファイル暗号化' },
  {
    order: 70,
    buttons: [
      'save',
      { verb: 'rotate', title: { zh_CN: '轮换密钥', en_US: 'Rotate key', ja_JP: '鍵をローテーション' }, dangerous: true },
      { verb: 'test', title: { zh_CN: '生成测试加密文件', en_US: 'Make a test container', ja_JP: 'テスト用の暗号化ファイルを作成' } },
    ],
  },
);

/** Frame of the logs. */
export const printFrame = menu({
  code: 'msm_logs_system_print',
  route: '/msm_logs_system_print',
  parent: devicesGroup.code,
  title: { zh_CN: '打印与截屏日志', en_US: 'Print and device logs', ja_JP: '印刷・端末ログ' },
  icon: 'printer',
  order: 50,
  duty: 'audit',
});
/** Prints and screenshots that terminals reported. */
export const printLogPage = menu({
  code: 'msm_logs_system_print_print_log',
  route: '/msm_logs_system_print/print-log',
  parent: printFrame.code,
  title: { zh_CN: '打印日志', en_US: 'Print log', ja_JP: '印刷ログ' },
  order: 10,
  nested: true,
  duty: 'audit',
  buttons: [
    { verb: 'screenshot', title: { zh_CN: '截屏日志', en_US: 'Screenshots', ja_JP: 'スクリーンショット' } },
    'export',
    { verb: 'exportScreenshot', title: { zh_CN: '导出截屏日志', en_US: 'Export screenshots', ja_JP: 'スクリーンショットをエクスポート' } },
  ],
});
/** Bindings of devices that ended. */
export const unbindLogPage = menu({
  code: 'msm_logs_system_print_device_unbind_log',
  route: '/msm_logs_system_print/device_unbind_log',
  parent: printFrame.code,
  title: { zh_CN: '设备解绑日志', en_US: 'Unbind log', ja_JP: 'バインド解除ログ' },
  order: 20,
  nested: true,
  duty: 'audit',
});

/** Every page of the module. */
export const fileSecurityPages = [
  mdmAuth,
  mdmRolePage,
  mdmUserPage,
  mdmDeptPage,
  mdmGroupPage,
  mdmRightsPage,
  mdmHolderPage,
  fileSecurity,
  downloadPage,
  sendPage,
  previewPage,
  sendUserPage,
  outerNetPage,
  whiteUserPage,
  encryptionPage,
  printFrame,
  printLogPage,
  unbindLogPage,
] as const;

/** Codes behind the operations on roles of module mdm. */
export const mdmRoleCodes: HoldingCodes = {
  page: mdmRolePage.code,
  add: mdmRolePage.button.add,
  update: mdmRolePage.button.update,
  delete: mdmRolePage.button.delete,
  enable: mdmRolePage.button.enable,
  disable: mdmRolePage.button.disable,
  copy: mdmRolePage.button.copy,
  members: { employee: mdmUserPage.code, department: mdmDeptPage.code, crowd: mdmGroupPage.code },
  tabs: [mdmRightsPage.code],
  assign: { employee: mdmUserPage.button.assign, department: mdmDeptPage.button.assign, crowd: mdmGroupPage.button.assign },
  remove: { employee: mdmUserPage.button.remove, department: mdmDeptPage.button.remove, crowd: mdmGroupPage.button.remove },
  holders: mdmHolderPage.code,
};
