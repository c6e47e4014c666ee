import { journalReadings } from '#kit/console/change/revert-dialog.tsx';
import { serverOverview } from '../common/overview.contract.ts';
import { platformList } from '../common/platform.contract.ts';
import { serverGet, serverList, serverUsedBy } from '../common/server.contract.ts';

/** Whose answers a write of this page makes old. */
export const readings = [serverList, serverGet, serverUsedBy, serverOverview, platformList, ...journalReadings];
