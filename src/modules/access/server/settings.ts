import { settingServer } from '#kit/server/setting/setting-server.ts';
import { gatewaySetting } from '../common/setting.contract.ts';
import { accessChanged } from './access-changes.ts';

/** What holds for every interface. */
export const gatewaySettings = settingServer(gatewaySetting, { table: 'gateway_setting', written: accessChanged });

/** What holds for every interface. */
export type GatewaySettings = Awaited<ReturnType<typeof gatewaySettings.read>>;
