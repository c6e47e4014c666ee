import path from 'node:path';
import { said } from '#kit/server/audit/words.ts';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { arrivalsOf } from '#modules/messaging/server/public.ts';
import { addressPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { addresses } from './addresses.ts';
import { arrived, bookKind } from './book.ts';
import { engineKind, engineRoutes } from './engine.ts';
import { pushProviders, workPushes } from './push.ts';
import { serviceRoutes } from './service.routes.ts';
import { addressClientRoutes, addressRoutes } from './routes.ts';

/** Addresses at which terminals reach messaging. */
export const messageAddressesModule: ServerModule = {
  name: 'message-addresses',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: addressPages,
  clientRoutes: addressClientRoutes,
  start: async (services) => {
    arrivalsOf(services).add((host) => arrived(services.database.db, host));
  },
  demo: async () => (await import('./demo/addresses-demo.ts')).addressesDemo,
  catalogs: { zh_CN, en_US, ja_JP },
  tick: workPushes,
  ...moduleParts(addresses, pushProviders, {
    routes: [...addressRoutes, ...serviceRoutes, ...engineRoutes],
    kinds: [bookKind, engineKind],
    words: [
      {
        'imAddress.test': said('测试了消息服务地址', 'Tested an address of messaging', 'メッセージサーバーアドレスをテストした'),
        'imEngine.save': said('修改了消息引擎', 'Changed the engine of messaging', 'メッセージエンジンを変更した'),
        'imEngine.pause': said('暂停或恢复了消息发送', 'Paused messaging or let it go on', 'メッセージ送信を一時停止または再開した'),
        'imEngine.test': said('测试了消息引擎', 'Tested the engine of messaging', 'メッセージエンジンをテストした'),
        'online.kick': said('断开了终端的连接', 'Ended connections of terminals', '端末の接続を切断した'),
        'imAddress.publish': said('发布了消息服务地址', 'Published the addresses of messaging', 'メッセージサーバーアドレスを公開した'),
        'imAddress.rollback': said(
          '恢复了消息服务地址的旧版本',
          'Published earlier addresses of messaging again',
          'メッセージサーバーアドレスを以前の版に戻した',
        ),
      },
    ],
  }),
};
