import { journalReadings } from '#kit/console/change/revert-dialog.tsx';
import { radarGet, radarList, radarTimeline } from '../common/radar.contract.ts';

/** Whose answers a change makes old. */
export const radarReadings = [radarList, radarGet, radarTimeline, ...journalReadings];
