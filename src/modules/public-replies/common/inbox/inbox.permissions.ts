import { menu } from '#kit/common/permission.ts';
import { publicAccountsGroup } from '#modules/public-accounts/common/menu-group.ts';

/** Frame: what fans write, and what came of pushes. */
export const messageFrame = menu({
  code: 'mpm_message_management',
  route: '/mpm_message_management',
  parent: publicAccountsGroup.code,
  title: { zh_CN: '消息管理', en_US: 'Messages', ja_JP: 'メッセージ管理' },
  icon: 'message',
  order: 40,
});

/** What fans wrote to an account, and what they were answered. */
export const userMessagePage = menu({
  code: `${messageFrame.code}_user_message`,
  route: `${messageFrame.route}/user_message`,
  parent: messageFrame.code,
  title: { zh_CN: '用户消息', en_US: 'Inbox', ja_JP: '受信メッセージ' },
  order: 10,
  nested: true,
  buttons: [
    { verb: 'reply', title: { zh_CN: '回复', en_US: 'Reply', ja_JP: '返信' } },
    { verb: 'assign', title: { zh_CN: '分配', en_US: 'Assign', ja_JP: '担当者を決める' } },
    { verb: 'close', title: { zh_CN: '关闭会话', en_US: 'Close', ja_JP: '会話を終了' } },
    { verb: 'reopen', title: { zh_CN: '重新打开', en_US: 'Reopen', ja_JP: '会話を再開' } },
    { verb: 'star', title: { zh_CN: '星标', en_US: 'Star', ja_JP: 'スター' } },
    { verb: 'forward', title: { zh_CN: '转发', en_US: 'Forward', ja_JP: '転送' } },
    { verb: 'block', title: { zh_CN: '拉黑', en_US: 'Block', ja_JP: 'ブロック' }, dangerous: true },
    'export',
  ],
});

/** Pages of the inbox. */
export const inboxPages = [messageFrame, userMessagePage] as const;
