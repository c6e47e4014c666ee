import type { LocalText } from '#kit/common/language.ts';
import { menu } from '#kit/common/permission.ts';
import type { HoldingCodes } from '#kit/common/role/role-codes.ts';
import { messagingGroup } from './menu-group.ts';

/** Frame: who may do what in messaging. */
export const messagingAuth = menu({
  code: 'imm_auth_management',
  route: '/imm_auth_management',
  parent: messagingGroup.code,
  title: { zh_CN: '消息权限', en_US: 'Messaging rights', ja_JP: 'メッセージの権限' },
  icon: 'safety',
  order: 10,
  buttons: [{ verb: 'check', title: { zh_CN: '检查能否发送', en_US: 'Check a pair', ja_JP: '送信可否を確認' } }],
});

/** Roles of messaging. */
export const messagingRolePage = menu({
  code: 'imm_auth_management_role',
  route: '/imm_auth_management/role',
  parent: messagingAuth.code,
  title: { zh_CN: '消息角色', en_US: 'Messaging roles', ja_JP: 'メッセージロール' },
  order: 10,
  nested: true,
  buttons: ['add', 'update', 'delete', 'enable', 'disable', 'copy'],
});

const child = <const V extends string>(name: string, title: LocalText, more: { order: number; buttons: readonly V[] }) =>
  menu({
    code: `${messagingRolePage.code}_${name}`,
    route: `${messagingRolePage.route}/${name}`,
    parent: messagingRolePage.code,
    title,
    nested: true,
    ...more,
  });

/** People who hold a messaging role by name. */
export const relateUserPage = child(
  'relate_user',
  { zh_CN: '员工', en_US: 'People', ja_JP: '従業員' },
  { order: 10, buttons: ['assign', 'remove', 'import', 'export'] },
);
/** Departments that hold a messaging role for all below them. */
export const relateDeptPage = child(
  'relate_dept',
  { zh_CN: '部门', en_US: 'Departments', ja_JP: '部門' },
  { order: 20, buttons: ['assign', 'remove'] },
);
/** Dynamic groups that hold a messaging role. */
export const relateGroupPage = child(
  'relate_group',
  { zh_CN: '动态组', en_US: 'Dynamic groups', ja_JP: '動的グループ' },
  { order: 30, buttons: ['assign', 'remove'] },
);
/** What holders may do. */
export const relateAuthPage = child(
  'relate_auth',
  { zh_CN: '功能与上限', en_US: 'Functions', ja_JP: '機能と上限' },
  { order: 40, buttons: ['save'] },
);

/** People with the messaging roles they hold. */
export const roleUserPage = menu({
  code: 'imm_auth_management_role_user',
  route: '/imm_auth_management/role_user',
  parent: messagingAuth.code,
  title: { zh_CN: '人员的角色', en_US: 'Roles of people', ja_JP: '従業員のロール' },
  order: 20,
  nested: true,
});

/** Frame: what was said, and who may read it. */
export const messageManage = menu({
  code: 'imm_message_manage',
  route: '/imm_message_manage',
  parent: messagingGroup.code,
  title: { zh_CN: '消息管理', en_US: 'Messages', ja_JP: 'メッセージ管理' },
  icon: 'message',
  order: 60,
  buttons: [
    { verb: 'openCase', title: { zh_CN: '申请查阅', en_US: 'Request a case', ja_JP: '閲覧を申請' } },
    { verb: 'approveCase', title: { zh_CN: '审批查阅', en_US: 'Decide on cases', ja_JP: '閲覧を承認' } },
    { verb: 'readLog', title: { zh_CN: '查阅记录', en_US: 'Reading log', ja_JP: '閲覧記録' } },
    { verb: 'review', title: { zh_CN: '处理举报', en_US: 'Decide on reports', ja_JP: '通報を処理' } },
    { verb: 'hold', title: { zh_CN: '法律保留', en_US: 'Legal holds', ja_JP: 'リーガルホールド' } },
    { verb: 'saveRetention', title: { zh_CN: '设置保存期限', en_US: 'Set retention', ja_JP: '保存期間を設定' } },
    { verb: 'saveSetting', title: { zh_CN: '保存设置', en_US: 'Save settings', ja_JP: '設定を保存' } },
  ],
});

const messageButtons = [
  { verb: 'read', title: { zh_CN: '查看内容', en_US: 'Read', ja_JP: '内容を閲覧' } },
  { verb: 'recall', title: { zh_CN: '撤回', en_US: 'Recall', ja_JP: '取り消し' }, dangerous: true },
] as const;

/** Messages between two people. */
export const singleMessagePage = menu({
  code: 'imm_message_manage_single',
  route: '/imm_message_manage/single',
  parent: messageManage.code,
  title: { zh_CN: '单聊消息', en_US: 'Single chats', ja_JP: '個人チャット' },
  order: 10,
  nested: true,
  buttons: messageButtons,
});
/** Messages in groups. */
export const groupMessagePage = menu({
  code: 'imm_message_manage_group',
  route: '/imm_message_manage/group',
  parent: messageManage.code,
  title: { zh_CN: '群聊消息', en_US: 'Group chats', ja_JP: 'グループチャット' },
  order: 20,
  nested: true,
  buttons: messageButtons,
});

/** Every page of the module. */
export const messagingPages = [
  messagingGroup,
  messagingAuth,
  messagingRolePage,
  relateUserPage,
  relateDeptPage,
  relateGroupPage,
  relateAuthPage,
  roleUserPage,
  messageManage,
  singleMessagePage,
  groupMessagePage,
] as const;

/** Codes behind the operations on messaging roles. */
export const messagingRoleCodes: HoldingCodes = {
  page: messagingRolePage.code,
  add: messagingRolePage.button.add,
  update: messagingRolePage.button.update,
  delete: messagingRolePage.button.delete,
  enable: messagingRolePage.button.enable,
  disable: messagingRolePage.button.disable,
  copy: messagingRolePage.button.copy,
  members: { employee: relateUserPage.code, department: relateDeptPage.code, crowd: relateGroupPage.code },
  tabs: [relateAuthPage.code],
  assign: { employee: relateUserPage.button.assign, department: relateDeptPage.button.assign, crowd: relateGroupPage.button.assign },
  remove: { employee: relateUserPage.button.remove, department: relateDeptPage.button.remove, crowd: relateGroupPage.button.remove },
  holders: roleUserPage.code,
};
