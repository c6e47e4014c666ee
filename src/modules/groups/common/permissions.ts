import type { LocalText } from '#kit/common/language.ts';
import { menu } from '#kit/common/permission.ts';
import { messagingGroup } from '#modules/messaging/common/menu-group.ts';

/** Where the settings of a type are. */
export const typeSettingRoute = '/imm_group_manage/imm_group_type_setting/:id';
/** Where the types are listed. */
export const typeManageRoute = '/imm_group_manage/type_manage';

/** Frame: groups and their types. */
export const groupManage = menu({
  code: 'imm_group_manage',
  route: '/imm_group_manage',
  parent: messagingGroup.code,
  title: { zh_CN: '群管理', en_US: 'Groups', ja_JP: 'グループ管理' },
  icon: 'team',
  order: 30,
});

/** All groups. */
export const chatManagePage = menu({
  code: 'imm_group_manage_chat_manage',
  route: '/imm_group_manage/chat_manage',
  parent: groupManage.code,
  title: { zh_CN: '群列表', en_US: 'Groups', ja_JP: 'グループ' },
  order: 10,
  nested: true,
  buttons: [
    'add',
    'update',
    { verb: 'delete', title: { zh_CN: '解散', en_US: 'Dissolve', ja_JP: '解散' }, dangerous: true },
    'restore',
    'export',
    { verb: 'ban', title: { zh_CN: '封禁', en_US: 'Ban', ja_JP: '利用停止' }, dangerous: true },
    { verb: 'unban', title: { zh_CN: '解除封禁', en_US: 'Lift the ban', ja_JP: '停止を解除' } },
    { verb: 'changeType', title: { zh_CN: '更换群类型', en_US: 'Change the type', ja_JP: '種別を変更' } },
    { verb: 'transfer', title: { zh_CN: '转让群主', en_US: 'Transfer', ja_JP: 'オーナーを変更' } },
    { verb: 'addMember', title: { zh_CN: '添加成员', en_US: 'Add members', ja_JP: 'メンバーを追加' } },
    { verb: 'removeMember', title: { zh_CN: '移除成员', en_US: 'Remove members', ja_JP: 'メンバーを除外' }, dangerous: true },
    { verb: 'setManager', title: { zh_CN: '设置管理员', en_US: 'Set managers', ja_JP: '管理者を設定' } },
    { verb: 'mute', title: { zh_CN: '禁言', en_US: 'Mute', ja_JP: '発言停止' } },
    { verb: 'notice', title: { zh_CN: '修改群公告', en_US: 'Change the notice', ja_JP: 'お知らせ欄を変更' } },
    { verb: 'message', title: { zh_CN: '发送通知', en_US: 'Write to groups', ja_JP: 'お知らせを送信' } },
    { verb: 'merge', title: { zh_CN: '合并', en_US: 'Merge', ja_JP: '統合' }, dangerous: true },
  ],
});

/** Group types. */
export const typeManagePage = menu({
  code: 'imm_group_manage_type_manage',
  route: typeManageRoute,
  parent: groupManage.code,
  title: { zh_CN: '群类型', en_US: 'Group types', ja_JP: 'グループ種別' },
  order: 20,
  nested: true,
  buttons: ['add', 'update', 'delete', 'enable', 'disable', 'reorder', 'copy'],
});

/** Frame of one type. */
export const typeSetting = menu({
  code: 'imm_group_type_setting',
  route: typeSettingRoute,
  parent: groupManage.code,
  title: { zh_CN: '群类型设置', en_US: 'Settings of a group type', ja_JP: 'グループ種別の設定' },
  order: 30,
  nested: true,
});

const child = (name: string, title: LocalText, order: number) =>
  menu({
    code: `${typeSetting.code}_${name}`,
    route: `${typeSetting.route}/${name}`,
    parent: typeSetting.code,
    title,
    order,
    nested: true,
    buttons: ['save'],
  });

/** Limits, joining, speaking, history. */
export const typeInfoPage = child('type_info', { zh_CN: '基本信息', en_US: 'Type', ja_JP: '基本情報' }, 10);
/** Who may create groups of the type, and who may be in them. */
export const typeUserPage = child('relate_user', { zh_CN: '创建者与成员', en_US: 'Creators and members', ja_JP: '作成者とメンバー' }, 20);
/** What stands in the tool bar of its groups. */
export const typeAppPage = child('app', { zh_CN: '群应用', en_US: 'Tool bar', ja_JP: 'グループアプリ' }, 30);
/** What helps in its groups. */
export const typeHelperPage = menu({
  code: `${typeSetting.code}_helper`,
  route: `${typeSetting.route}/helper`,
  parent: typeSetting.code,
  title: { zh_CN: '群助手', en_US: 'Helpers', ja_JP: 'グループアシスタント' },
  order: 40,
  nested: true,
  buttons: ['save', { verb: 'apply', title: { zh_CN: '应用到已有群', en_US: 'Give to existing groups', ja_JP: '既存グループに追加' } }],
});

/** Every page of the module. */
export const groupPages = [
  groupManage,
  chatManagePage,
  typeManagePage,
  typeSetting,
  typeInfoPage,
  typeUserPage,
  typeAppPage,
  typeHelperPage,
] as const;
