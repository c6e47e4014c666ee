import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import { said, type AuditWords } from '#kit/server/audit/words.ts';
import type { ServerModule } from '#kit/server/module.ts';
import type { Services } from '#kit/server/services.ts';
import { inTurn, upkeepEvery } from '#kit/server/per-product.ts';
import { sql } from 'kysely';
import { cardPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { workCallbacks } from './callbacks.ts';
import { cardGroups, cardSystems, cardTemplates } from './card.ts';
import { cardClientRoutes, cardRoutes } from './card.routes.ts';
import { sentRoutes } from './sent.routes.ts';
import { transferRoutes } from './transfer.routes.ts';
import { versionRoutes } from './version.routes.ts';
import { cardGateway } from './gateway.ts';

const words: AuditWords = {
  'cardTemplate.publish': said('发布了卡片模板', 'Published a card template', 'カードテンプレートを公開した'),
  'cardTemplate.rollback': said(
    '恢复了卡片模板的旧版本',
    'Published an earlier version of a card template',
    'カードテンプレートを以前の版に戻した',
  ),
  'cardTemplate.export': said('导出了卡片模板', 'Exported card templates', 'カードテンプレートをエクスポートした'),
  'cardTemplate.import': said('导入了卡片模板', 'Imported card templates', 'カードテンプレートをインポートした'),
  'cardTemplate.test': said('试发了卡片', 'Sent a card to oneself', 'カードを自分に送信した'),
  'card.update': said('修改了卡片', 'Changed cards', 'カードを変更した'),
  'card.expire': said('结束了卡片', 'Ended cards', 'カードを終了した'),
  'card.retry': said('重试了卡片回调', 'Sent card callbacks again', 'カードのコールバックを再試行した'),
};

const hourMillis = 3_600_000;

/** Cards that systems send and people act on. */
export const messageCardsModule: ServerModule = {
  name: 'message-cards',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: cardPages,
  demo: async () => (await import('./demo/cards-demo.ts')).cardsDemo,
  clientRoutes: cardClientRoutes,
  protocols: [cardGateway],
  tick: inTurn(
    workCallbacks,
    upkeepEvery(hourMillis, async ({ database: { db }, now }: Services) => {
      await sql`delete from im_card_nonce where at < ${now() - hourMillis}`.execute(db);
    }),
  ),
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(cardGroups, cardTemplates, cardSystems, {
    routes: [...cardRoutes, ...sentRoutes, ...versionRoutes, ...transferRoutes],
    words: [words],
  }),
};
