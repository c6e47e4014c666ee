import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { noteUsage } from '../usage.ts';

/** What the sample company used on each of its days. */
export const licenceDemo: DemoPart = { night: noteUsage };
