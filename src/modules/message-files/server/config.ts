import { settingServer } from '#kit/server/setting/setting-server.ts';
import { fileConfig } from '../common/file-config.contract.ts';

/** What holds for files; `fileConfigs.now(services)` is what a running product works with. */
export const fileConfigs = settingServer(fileConfig, { table: 'im_file_config', name: 'quotaPerson' });
