import path from 'node:path';
import { said } from '#kit/server/audit/words.ts';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { sendStepsOf } from '#modules/messaging/server/public.ts';
import { emoticonPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { emoticonClientRoutes } from './client.routes.ts';
import { emoticons, packages } from './emoticons.ts';
import { packageExportJob } from './export.job.ts';
import { emoticonRoutes } from './routes.ts';
import { countingStep, forgetUses } from './uses.ts';

/** Emoticon packages. */
export const emoticonsModule: ServerModule = {
  name: 'emoticons',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: emoticonPages,
  clientRoutes: emoticonClientRoutes,
  start: async (services) => {
    sendStepsOf(services).add(countingStep);
  },
  tick: forgetUses,
  demo: async () => (await import('./demo/emoticons-demo.ts')).emoticonsDemo,
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(packages, emoticons, {
    routes: emoticonRoutes,
    jobs: [packageExportJob],
    words: [
      {
        'emoticon.upload': said('上传了表情图片', 'Uploaded the picture of an emoticon', 'スタンプの画像をアップロードした'),
        'emoticonPackage.export': said('导出了表情包', 'Exported an emoticon package', 'スタンプパッケージをエクスポートした'),
        'emoticon.import': said('从压缩包导入了表情', 'Imported emoticons from a zip', 'zip からスタンプをインポートした'),
      },
    ],
  }),
};
