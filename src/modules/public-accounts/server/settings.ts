import { settingServer } from '#kit/server/setting/setting-server.ts';
import { mpmSetting } from '../common/setting.contract.ts';

/** What holds for all accounts; `mpmSettings.now(services)` is what pushes work with. */
export const mpmSettings = settingServer(mpmSetting, { table: 'mpm_setting', name: 'targetDays' });
