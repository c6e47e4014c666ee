import { settingServer } from '#kit/server/setting/setting-server.ts';
import { mailSetting } from '../../common/boxes/setting.contract.ts';

/** What holds for mail on all terminals. */
export const mailSettings = settingServer(mailSetting, { table: 'mail_setting' });
