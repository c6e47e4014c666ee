import { bindingList, unbindList } from '../common/binding.contract.ts';
import { commandList, deviceGet, deviceList, deviceStatistics } from '../common/device.contract.ts';
import { eraseGet, eraseList } from '../common/erase.contract.ts';

/** What an action on devices makes old. */
export const deviceReadings = [deviceList, deviceGet, deviceStatistics, bindingList, commandList, unbindList];
/** What an action on erasures makes old. */
export const eraseReadings = [...deviceReadings, eraseList, eraseGet];
