import { menu } from '#kit/common/permission.ts';
import type { HoldingCodes } from '#kit/common/role/role-codes.ts';

const simulate = { verb: 'simulate', title: { zh_CN: '模拟', en_US: 'Simulate', ja_JP: 'シミュレート' } } as const;

/** Frame of the enterprise's own rules. */
export const enterpriseConfig = menu({
  code: 'customer_sys_boe_config',
  route: '/customer_sys_boe_config',
  parent: 'sys',
  title: { zh_CN: '企业配置', en_US: 'Enterprise configuration', ja_JP: '企業設定' },
  icon: 'bank',
  order: 80,
});

/** Networks from which files and messages may be sent. */
export const segmentLimitPage = menu({
  code: 'customer_sys_boe_config_segment_limit_file',
  route: '/customer_sys_boe_config/segment_limit_file',
  parent: 'customer_sys_boe_config',
  title: { zh_CN: '网段限制', en_US: 'Segment limits', ja_JP: 'セグメント制限' },
  order: 10,
  nested: true,
  buttons: ['add', 'update', 'delete', 'enable', 'disable', 'reorder', simulate],
});

/** Who may have to do with whom. */
export const contactLimitPage = menu({
  code: 'customer_sys_boe_config_contact_limit',
  route: '/customer_sys_boe_config/contact_limit',
  parent: 'customer_sys_boe_config',
  title: { zh_CN: '成员限制', en_US: 'Member limits', ja_JP: 'メンバー制限' },
  order: 20,
  nested: true,
  buttons: ['add', 'update', 'delete', 'enable', 'disable', 'reorder', simulate],
});

/** Whom the file rules hold. */
export const fileMemberPage = menu({
  code: 'customer_sys_boe_config_customer_sys_file_manage_member',
  route: '/customer_sys_boe_config/customer_sys_file_manage_member',
  parent: 'customer_sys_boe_config',
  title: { zh_CN: '文件管理成员', en_US: 'File rules', ja_JP: 'ファイル管理メンバー' },
  order: 30,
  nested: true,
  buttons: ['add', 'update', 'delete', 'enable', 'disable', 'copy'],
});

/** People whom a file rule holds by name. */
export const fileUserPage = menu({
  code: 'customer_sys_boe_config_customer_sys_file_manage_member_relate_user',
  route: '/customer_sys_boe_config/customer_sys_file_manage_member/relate_user',
  parent: 'customer_sys_boe_config_customer_sys_file_manage_member',
  title: { zh_CN: '员工', en_US: 'People', ja_JP: '従業員' },
  order: 10,
  nested: true,
  buttons: ['assign', 'remove', 'import', 'export'],
});

/** Crowds that a file rule holds. */
export const fileGroupPage = menu({
  code: 'customer_sys_boe_config_customer_sys_file_manage_member_relate_group',
  route: '/customer_sys_boe_config/customer_sys_file_manage_member/relate_group',
  parent: 'customer_sys_boe_config_customer_sys_file_manage_member',
  title: { zh_CN: '人群', en_US: 'Dynamic groups', ja_JP: 'グループ' },
  order: 20,
  nested: true,
  buttons: ['assign', 'remove'],
});

/** Departments that a file rule holds with all below. */
export const fileDepartmentPage = menu({
  code: 'customer_sys_boe_config_customer_sys_file_manage_member_relate_department',
  route: '/customer_sys_boe_config/customer_sys_file_manage_member/relate_department',
  parent: 'customer_sys_boe_config_customer_sys_file_manage_member',
  title: { zh_CN: '部门', en_US: 'Departments', ja_JP: '部門' },
  order: 30,
  nested: true,
  buttons: ['assign', 'remove'],
});

/** People whom a file rule never touches. */
export const fileWhitePage = menu({
  code: 'customer_sys_boe_config_customer_sys_file_manage_member_white_list',
  route: '/customer_sys_boe_config/customer_sys_file_manage_member/white_list',
  parent: 'customer_sys_boe_config_customer_sys_file_manage_member',
  title: { zh_CN: '白名单', en_US: 'Allow list', ja_JP: 'ホワイトリスト' },
  order: 40,
  nested: true,
  buttons: ['add', 'remove', 'import', 'export'],
});

/** Every page of the module. */
export const enterprisePages = [
  enterpriseConfig,
  segmentLimitPage,
  contactLimitPage,
  fileMemberPage,
  fileUserPage,
  fileGroupPage,
  fileDepartmentPage,
  fileWhitePage,
] as const;

/** Codes behind the operations on file rules. */
export const fileRuleCodes: HoldingCodes = {
  page: fileMemberPage.code,
  add: fileMemberPage.button.add,
  update: fileMemberPage.button.update,
  delete: fileMemberPage.button.delete,
  enable: fileMemberPage.button.enable,
  disable: fileMemberPage.button.disable,
  copy: fileMemberPage.button.copy,
  members: { employee: fileUserPage.code, department: fileDepartmentPage.code, crowd: fileGroupPage.code },
  assign: { employee: fileUserPage.button.assign, department: fileDepartmentPage.button.assign, crowd: fileGroupPage.button.assign },
  remove: { employee: fileUserPage.button.remove, department: fileDepartmentPage.button.remove, crowd: fileGroupPage.button.remove },
  tabs: [fileWhitePage.code],
  holders: fileMemberPage.code,
};
