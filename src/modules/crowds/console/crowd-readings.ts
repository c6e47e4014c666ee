import { journalReadings } from '#kit/console/change/revert-dialog.tsx';
import { crowdExplain, crowdHistory, crowdMembers, pickCrowds } from '../common/crowd-people.contract.ts';
import { crowdGet, crowdList, crowdPreview, crowdUsedBy } from '../common/crowd.contract.ts';

/** What a new size of a crowd makes old. */
export const memberReadings = [crowdMembers, crowdHistory, crowdExplain, crowdPreview];

/** What any write on crowds makes old. */
export const crowdReadings = [crowdList, crowdGet, crowdUsedBy, pickCrowds, ...memberReadings, ...journalReadings];
