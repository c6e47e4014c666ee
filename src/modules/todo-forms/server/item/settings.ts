import { settingServer } from '#kit/server/setting/setting-server.ts';
import { todoSetting } from '../../common/item/setting.contract.ts';

/** The settings of to-dos; `todoSettings.now(services)` is what a running product works with. */
export const todoSettings = settingServer(todoSetting, { table: 'todo_setting', name: 'expireDays' });
