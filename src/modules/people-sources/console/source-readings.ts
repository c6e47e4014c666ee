import { journalReadings } from '#kit/console/change/revert-dialog.tsx';
import { sourceLog, sourceRunGet, sourceRunItems } from '../common/source-run.contract.ts';
import { sourceGet, sourceList } from '../common/source.contract.ts';

/** What is old once a source changed. */
export const sourceReadings = [sourceList, sourceGet] as const;
/** What is old once something became of a run. */
export const runReadings = [...sourceReadings, sourceLog, sourceRunGet, sourceRunItems] as const;
/** What is old once a source is gone; it is not read itself any more. */
export const deletedReadings = [sourceList, ...journalReadings] as const;
