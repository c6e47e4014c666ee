import type { LocalText } from '#kit/common/language.ts';
import { menu } from '#kit/common/permission.ts';
import { messagingGroup } from '#modules/messaging/common/menu-group.ts';

const title = (zh_CN: string, en_US: string, ja_JP: string): LocalText => ({ zh_CN, en_US, ja_JP });

/** Addresses at which terminals reach messaging. */
export const addressPage = menu({
  code: 'im_svc_address_setting',
  route: '/im_svc_address_setting',
  parent: messagingGroup.code,
  title: title('消息服务地址', 'Messaging addresses', 'メッセージサーバーアドレス'),
  icon: 'api',
  order: 5,
  buttons: [
    'add',
    'update',
    'delete',
    'enable',
    'disable',
    'reorder',
    { verb: 'test', title: title('测试', 'Test', '接続テスト') },
    { verb: 'publish', title: title('发布', 'Publish', '公開') },
    { verb: 'saveEngine', title: title('设置引擎', 'Set up the engine', 'エンジンを設定'), dangerous: true },
    { verb: 'push', title: title('管理推送服务', 'Manage push providers', 'プッシュサービスを管理') },
    { verb: 'kick', title: title('断开连接', 'Disconnect', '接続を切断'), dangerous: true },
    { verb: 'rollback', title: title('恢复此版本', 'Publish again', 'この版を再公開') },
  ],
});

/** Every page of the module. */
export const addressPages = [addressPage] as const;
