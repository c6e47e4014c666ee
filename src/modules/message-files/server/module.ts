import path from 'node:path';
import { said } from '#kit/server/audit/words.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { fileSourcesOf } from '#modules/file-security/server/public.ts';
import { sendStepsOf } from '#modules/messaging/server/public.ts';
import { filePages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { fileConfigRoutes } from './config.routes.ts';
import { fileConfigs } from './config.ts';
import { fileExportJob } from './file.export.job.ts';
import { chatFileKind } from './file.kind.ts';
import { fileRoutes } from './file.routes.ts';
import { chatFiles, fileLimitStep, fileSizeStep } from './steps.ts';
import { fileClientRoutes } from './terminal/client.routes.ts';
import { fileUpkeep } from './upkeep.ts';

const file = { zh: '聊天文件', en: 'files of chats', ja: 'チャットファイル' };

/** Files in chats: what may be sent, what was sent, and what becomes of it. */
export const messageFilesModule: ServerModule = {
  name: 'message-files',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: filePages,
  routes: [...fileRoutes, ...Object.values(fileConfigs.routes), ...fileConfigRoutes],
  clientRoutes: fileClientRoutes,
  kinds: [chatFileKind, fileConfigs.kind],
  jobs: [fileExportJob],
  words: [
    {
      'imFile.export': said(`导出了${file.zh}列表`, `Exported the list of ${file.en}`, `${file.ja}の一覧を出力した`),
      'imFile.recall': said(`撤回了${file.zh}`, `Recalled ${file.en}`, `${file.ja}を取り消した`),
      'imFile.quarantine': said(`隔离了${file.zh}`, `Put ${file.en} into quarantine`, `${file.ja}を隔離した`),
      'imFile.release': said(`恢复了${file.zh}`, `Restored ${file.en}`, `${file.ja}を復元した`),
      'imFile.extend': said(`延长了${file.zh}的保存时间`, `Kept ${file.en} longer`, `${file.ja}の保存を延長した`),
      'imFile.expire': said(`让${file.zh}提前过期`, `Ended the time of ${file.en}`, `${file.ja}を期限切れにした`),
      'imFile.remove': said(`删除了${file.zh}`, `Deleted ${file.en}`, `${file.ja}を削除した`),
      'imFile.download': said(`下载了${file.zh}`, `Downloaded a file of a chat`, `${file.ja}をダウンロードした`),
      'imFileConfig.update': said('修改了聊天文件设置', 'Changed the settings of chat files', 'チャットファイルの設定を変更した'),
      'imFileConfig.check': said('检查了能否发送文件', 'Checked whether somebody may send a file', 'ファイルを送信できるかを確認した'),
    },
  ],
  start: async (services) => {
    sendStepsOf(services).add(fileLimitStep);
    sendStepsOf(services).add(fileSizeStep);
    const { source, closed } = chatFiles(services);
    fileSourcesOf(services).add(source);
    fileSourcesOf(services).close(closed);
  },
  tick: fileUpkeep,
  demo: async () => (await import('./demo/files-demo.ts')).filesDemo,
  catalogs: { zh_CN, en_US, ja_JP },
};
