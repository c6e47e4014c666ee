import { bindingList, unbindList } from '../common/binding.contract.ts';
import { commandList, deviceGet, deviceList, deviceStatistics } from '../common/device.contract.ts';
import { eraseGet, eraseList } from '../common/erase.contract.ts';

/** What a deed on devices makes old. */
export const deviceReadings = [deviceList, deviceGet, deviceStatistics, bindingList, commandList, unbindList];
/** What a deed on erasures makes old. */
export const eraseReadings = [...deviceReadings, eraseList, eraseGet];
