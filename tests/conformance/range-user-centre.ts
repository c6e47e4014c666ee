import { crowdSamples } from './range-crowds.ts';
import { lifeSamples } from './range-life.ts';
import type { Sample } from './range-samples.ts';

/** How operations of crowds and of the life cycle are asked for what lies outside. */
export const userCentreSamples: Readonly<Record<string, Sample>> = { ...crowdSamples, ...lifeSamples };
