import { menu } from '#kit/common/permission.ts';
import type { HoldingCodes } from '#kit/common/role/role-codes.ts';

const preview = { verb: 'preview', title: { zh_CN: '以员工身份查看', en_US: 'See as', ja_JP: '従業員として表示' } } as const;
const check = { verb: 'check', title: { zh_CN: '检查两人', en_US: 'Check a pair', ja_JP: '2人の間の権限を確認' } } as const;

/** The group of the contacts in the menu. */
const contactGroup = menu({
  code: 'contact',
  title: { zh_CN: '通讯录', en_US: 'Contacts', ja_JP: '連絡先' },
  icon: 'contacts',
  order: 30,
});

/** Frame: who sees whom. */
export const contactAuth = menu({
  code: 'contact_auth_management',
  route: '/contact_auth_management',
  parent: 'contact',
  title: { zh_CN: '通讯录权限', en_US: 'Directory visibility', ja_JP: '連絡先の公開範囲' },
  icon: 'contacts',
  order: 10,
  buttons: [
    { verb: 'config', title: { zh_CN: '通讯录设置', en_US: 'Directory settings', ja_JP: '連絡先の設定' } },
    { verb: 'whitelist', title: { zh_CN: '白名单', en_US: 'Allow list', ja_JP: 'ホワイトリスト' } },
    preview,
    check,
  ],
});

/** Contact roles. */
export const contactRolePage = menu({
  code: 'contact_auth_management_role',
  route: '/contact_auth_management/role',
  parent: contactAuth.code,
  title: { zh_CN: '通讯录角色', en_US: 'Contact roles', ja_JP: '連絡先ロール' },
  order: 10,
  nested: true,
  buttons: ['add', 'update', 'delete', 'enable', 'disable', 'copy', 'export'],
});

const child = <const V extends string>(name: string, title: { zh_CN: string; en_US: string; ja_JP: string }, more: Child<V>) =>
  menu({
    code: `${contactRolePage.code}_${name}`,
    route: `${contactRolePage.route}/${name}`,
    parent: contactRolePage.code,
    title,
    nested: true,
    ...more,
  });
interface Child<V extends string> {
  order: number;
  buttons: readonly V[];
}

/** People who hold a contact role by name. */
export const relateUserPage = child(
  'relate_user',
  { zh_CN: '员工', en_US: 'People', ja_JP: '従業員' },
  { order: 10, buttons: ['assign', 'remove', 'import', 'export'] },
);
/** Departments that hold a contact role for all below them. */
export const relateDeptPage = child(
  'relate_dept',
  { zh_CN: '部门', en_US: 'Departments', ja_JP: '部門' },
  { order: 20, buttons: ['assign', 'remove'] },
);
/** Crowds that hold a contact role. */
export const relateGroupPage = child(
  'relate_group',
  { zh_CN: '人群', en_US: 'Dynamic groups', ja_JP: 'グループ' },
  { order: 30, buttons: ['assign', 'remove'] },
);
/** What holders see in the tree. */
export const authRangePage = child(
  'auth_range',
  { zh_CN: '可见范围', en_US: 'Visible range', ja_JP: '表示範囲' },
  { order: 40, buttons: ['save'] },
);
/** Whom holders find by search. */
export const searchRangePage = child(
  'search_range',
  { zh_CN: '搜索范围', en_US: 'Search range', ja_JP: '検索範囲' },
  { order: 50, buttons: ['save'] },
);
/** What holders may do with whom they see. */
export const functionPage = child('function', { zh_CN: '功能', en_US: 'Functions', ja_JP: '機能' }, { order: 60, buttons: ['save'] });

/** People with the contact roles they hold. */
export const roleUserPage = menu({
  code: 'contact_auth_management_role_user',
  route: '/contact_auth_management/role_user',
  parent: contactAuth.code,
  title: { zh_CN: '人员的角色', en_US: 'Roles of people', ja_JP: '従業員のロール' },
  order: 20,
  nested: true,
  buttons: ['export', preview],
});

/** Frame: what is shown of a person. */
export const personDetail = menu({
  code: 'contact_person_detail',
  route: '/contact_person_detail',
  parent: 'contact',
  title: { zh_CN: '人员详情', en_US: 'Profile fields', ja_JP: 'プロフィール項目' },
  icon: 'idcard',
  order: 20,
  buttons: [preview, check, { verb: 'revealLog', title: { zh_CN: '查看记录', en_US: 'Reveal log', ja_JP: '開示の記録' } }],
});

/** Which fields are shown where, and to whom. */
export const generalFieldPage = menu({
  code: 'contact_person_detail_general_field_manage',
  route: '/contact_person_detail/general_field_manage',
  parent: personDetail.code,
  title: { zh_CN: '通用字段', en_US: 'Fields', ja_JP: '項目' },
  order: 10,
  nested: true,
  buttons: ['save', 'reset'],
});

/** Rules for people who are shown differently. */
export const specialUserPage = menu({
  code: 'contact_person_detail_special_user_manage',
  route: '/contact_person_detail/special_user_manage',
  parent: personDetail.code,
  title: { zh_CN: '特殊人员', en_US: 'Special users', ja_JP: '特別な従業員' },
  order: 20,
  nested: true,
  buttons: ['add', 'update', 'delete', 'enable', 'disable', 'reorder'],
});
/** Who is an exception to a special user rule. */
export const specialRolePage = menu({
  code: 'contact_person_detail_special_user_manage_role',
  route: '/contact_person_detail/special_user_manage/role',
  parent: specialUserPage.code,
  title: { zh_CN: '例外人员', en_US: 'Exceptions', ja_JP: '例外' },
  order: 10,
  nested: true,
  buttons: ['assign', 'remove'],
});
/** Whom a special user rule protects. */
export const belongsPage = menu({
  code: 'contact_person_detail_special_user_manage_belongs',
  route: '/contact_person_detail/special_user_manage/belongs',
  parent: specialUserPage.code,
  title: { zh_CN: '适用人员', en_US: 'Protected people', ja_JP: '対象者' },
  order: 20,
  nested: true,
  buttons: ['assign', 'remove', 'import'],
});

/** Every page of the module. */
export const contactPages = [
  contactGroup,
  contactAuth,
  contactRolePage,
  relateUserPage,
  relateDeptPage,
  relateGroupPage,
  authRangePage,
  searchRangePage,
  functionPage,
  roleUserPage,
  personDetail,
  generalFieldPage,
  specialUserPage,
  specialRolePage,
  belongsPage,
] as const;

/** Codes behind the operations on contact roles. */
export const contactRoleCodes: HoldingCodes = {
  page: contactRolePage.code,
  add: contactRolePage.button.add,
  update: contactRolePage.button.update,
  delete: contactRolePage.button.delete,
  enable: contactRolePage.button.enable,
  disable: contactRolePage.button.disable,
  copy: contactRolePage.button.copy,
  members: { employee: relateUserPage.code, department: relateDeptPage.code, crowd: relateGroupPage.code },
  assign: { employee: relateUserPage.button.assign, department: relateDeptPage.button.assign, crowd: relateGroupPage.button.assign },
  remove: { employee: relateUserPage.button.remove, department: relateDeptPage.button.remove, crowd: relateGroupPage.button.remove },
  holders: roleUserPage.code,
};

/** Codes behind the operations on special user rules, whose members are the exceptions. */
export const specialRoleCodes: HoldingCodes = {
  page: specialUserPage.code,
  add: specialUserPage.button.add,
  update: specialUserPage.button.update,
  delete: specialUserPage.button.delete,
  enable: specialUserPage.button.enable,
  disable: specialUserPage.button.disable,
  copy: specialUserPage.button.add,
  members: specialRolePage.code,
  assign: specialRolePage.button.assign,
  remove: specialRolePage.button.remove,
  holders: specialRolePage.code,
};
