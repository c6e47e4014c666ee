import { menu } from '#kit/common/permission.ts';
import { messagingGroup } from '#modules/messaging/common/menu-group.ts';

/** Message cards: their templates, what was sent, and who may send. */
export const cardManage = menu({
  code: 'imm_card_message_management',
  route: '/imm_card_message_management',
  parent: messagingGroup.code,
  title: { zh_CN: '卡片消息', en_US: 'Message cards', ja_JP: 'カードメッセージ' },
  icon: 'layout',
  order: 70,
  buttons: [
    'add',
    'update',
    'delete',
    'enable',
    'disable',
    'copy',
    'import',
    'export',
    { verb: 'rollback', title: { zh_CN: '恢复此版本', en_US: 'Publish again', ja_JP: 'この版を再公開' } },
    { verb: 'publish', title: { zh_CN: '发布', en_US: 'Publish', ja_JP: '公開' } },
    { verb: 'test', title: { zh_CN: '发给自己', en_US: 'Send to oneself', ja_JP: '自分に送信' } },
    { verb: 'addGroup', title: { zh_CN: '新增分组', en_US: 'Add a group', ja_JP: '分類を追加' } },
    { verb: 'updateGroup', title: { zh_CN: '编辑分组', en_US: 'Edit groups', ja_JP: '分類を編集' } },
    { verb: 'deleteGroup', title: { zh_CN: '删除分组', en_US: 'Delete groups', ja_JP: '分類を削除' }, dangerous: true },
    { verb: 'system', title: { zh_CN: '管理发送系统', en_US: 'Manage systems', ja_JP: '送信システムを管理' } },
    { verb: 'updateCard', title: { zh_CN: '修改卡片', en_US: 'Change cards', ja_JP: 'カードを変更' } },
    { verb: 'expire', title: { zh_CN: '结束卡片', en_US: 'End cards', ja_JP: 'カードを終了' }, dangerous: true },
  ],
});

/** Every page of the module. */
export const cardPages = [cardManage] as const;
