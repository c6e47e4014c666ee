import { menu } from '#kit/common/permission.ts';

/** Groups, messages, files, emoticons, sensitive words and message cards. */
export const messagingGroup = menu({
  code: 'imm',
  title: { zh_CN: '即时消息', en_US: 'Messaging', ja_JP: 'メッセージ' },
  icon: 'message',
  order: 50,
});
