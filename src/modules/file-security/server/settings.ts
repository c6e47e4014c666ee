import { settingServer } from '#kit/server/setting/setting-server.ts';
import { fileSetting } from '../common/settings.contract.ts';

/** What else holds for all files. */
export const fileSettings = settingServer(fileSetting, { table: 'file_settings', name: 'name' });
