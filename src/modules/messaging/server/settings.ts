import { settingServer } from '#kit/server/setting/setting-server.ts';
import { messagingSetting } from '../common/setting.contract.ts';

/** The settings of messaging; `messagingSettings.now(services)` is what a running product works with. */
export const messagingSettings = settingServer(messagingSetting, { table: 'im_setting', name: 'readMarks' });
