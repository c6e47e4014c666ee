import { menu } from '#kit/common/permission.ts';
import type { RoleCodes } from '#kit/common/role/role-codes.ts';

/** The group of the menu that holds the pages about the console itself. */
const system = menu({
  code: 'sys',
  title: { zh_CN: '系统管理', en_US: 'System', ja_JP: 'システム管理' },
  icon: 'setting',
  order: 99,
});

/** Who administers what: frame of the roles and of the administrators. */
export const authentication = menu({
  code: 'sys_authentication',
  route: '/sys_authentication',
  parent: 'sys',
  title: { zh_CN: '权限管理', en_US: 'Permissions', ja_JP: '権限管理' },
  icon: 'safety',
  order: 10,
  duty: 'security',
  buttons: ['explain', { verb: 'reviewExport', title: { zh_CN: '导出权限复核表', en_US: 'Review export', ja_JP: '権限棚卸し表の出力' } }],
});

/** The system roles. */
export const roleManage = menu({
  code: 'sys_authentication_role_manage',
  route: '/sys_authentication/role_manage',
  parent: 'sys_authentication',
  title: { zh_CN: '角色', en_US: 'Roles', ja_JP: 'ロール' },
  order: 10,
  nested: true,
  duty: 'security',
  buttons: ['add', 'update', 'delete', 'enable', 'disable', 'copy'],
});

/** Who holds a role. */
export const roleMembers = menu({
  code: 'sys_authentication_role_manage_relate_user',
  route: '/sys_authentication/role_manage/relate_user',
  parent: 'sys_authentication_role_manage',
  title: { zh_CN: '成员', en_US: 'Members', ja_JP: 'メンバー' },
  order: 10,
  nested: true,
  duty: 'security',
  buttons: ['assign', 'remove', 'import', 'export'],
});

/** What a role grants, and where. */
export const roleAuthority = menu({
  code: 'sys_authentication_role_manage_relate_auth',
  route: '/sys_authentication/role_manage/relate_auth',
  parent: 'sys_authentication_role_manage',
  title: { zh_CN: '权限与范围', en_US: 'Permissions and range', ja_JP: '権限と範囲' },
  order: 20,
  nested: true,
  duty: 'security',
  buttons: ['save', 'saveRange'],
});

/** The administrators with their roles. */
export const roleUserManage = menu({
  code: 'sys_authentication_role_user_manage',
  route: '/sys_authentication/role_user_manage',
  parent: 'sys_authentication',
  title: { zh_CN: '管理员', en_US: 'Administrators', ja_JP: '管理者' },
  order: 20,
  nested: true,
  duty: 'security',
  buttons: [
    { verb: 'assign', title: { zh_CN: '分配角色', en_US: 'Give a role', ja_JP: 'ロールを与える' } },
    { verb: 'remove', title: { zh_CN: '收回角色', en_US: 'Take a role away', ja_JP: 'ロールを外す' } },
    'endSession',
    { verb: 'reactivate', title: { zh_CN: '重新启用', en_US: 'Reactivate', ja_JP: '再び有効にする' } },
    { verb: 'token', title: { zh_CN: '程序令牌', en_US: 'Tokens of programs', ja_JP: 'プログラムのトークン' } },
    { verb: 'viewAs', title: { zh_CN: '以其身份查看', en_US: 'View as', ja_JP: 'この人として閲覧' } },
    'export',
    { verb: 'resetFactor', title: { zh_CN: '重置第二因素', en_US: 'Reset second factor', ja_JP: '第二要素のリセット' }, dangerous: true },
  ],
});

/** The permission tree. */
export const resourcePage = menu({
  code: 'sys_resource',
  route: '/sys_resource',
  parent: 'sys',
  title: { zh_CN: '资源管理', en_US: 'Resources', ja_JP: 'リソース管理' },
  icon: 'apartment',
  order: 20,
  buttons: ['add', 'update', 'delete', 'reorder', 'reset', 'export'],
});

/** Every page of the module. */
export const systemPages = [system, authentication, roleManage, roleMembers, roleAuthority, roleUserManage, resourcePage] as const;

/** Codes behind the operations on system roles. */
export const sysRoleCodes: RoleCodes = {
  page: roleManage.code,
  add: roleManage.button.add,
  update: roleManage.button.update,
  delete: roleManage.button.delete,
  enable: roleManage.button.enable,
  disable: roleManage.button.disable,
  copy: roleManage.button.copy,
  members: roleMembers.code,
  assign: roleMembers.button.assign,
  remove: roleMembers.button.remove,
  authority: roleAuthority.code,
  save: roleAuthority.button.save,
  saveRange: roleAuthority.button.saveRange,
  holders: roleUserManage.code,
  byName: { assign: roleUserManage.button.assign, remove: roleUserManage.button.remove },
};
