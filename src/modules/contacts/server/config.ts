import type { Db } from '#kit/server/directory.ts';
import { settingServer } from '#kit/server/setting/setting-server.ts';
import { contactSetting, type ContactConfig } from '../common/config.contract.ts';
import { contactsChanged } from './rule/changes.ts';

/** How terminals show the directory. */
export const contactConfigs = settingServer(contactSetting, { table: 'contact_config', name: 'nameFormat', written: contactsChanged });

/** The values alone. */
export const readConfig = async (db: Db): Promise<ContactConfig> => contactSetting.values.parse(await contactConfigs.read(db));
