import { subject } from '#kit/console/page/subject.ts';
import { sampleThingGet, sampleThingList } from '../common/sample-thing.contract.ts';

/** Sample things, as their fields are labelled. */
export const sampleThingSubject = subject('sample-area', 'sampleThing');

/** Whose answers a change makes old. */
export const sampleThingReadings = [sampleThingList, sampleThingGet] as const;
