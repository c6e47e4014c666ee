import { crowdSamples } from './range-crowds.ts';
import { lifeSamples } from './range-life.ts';
import { peoplePage } from './range-people.ts';
import type { Sample } from './range-samples.ts';
import { sourceSamples } from './range-sources.ts';

/** How operations of crowds, the page of people, the life cycle and sources are asked for what lies outside. */
export const userCentreSamples: Readonly<Record<string, Sample>> = { ...crowdSamples, ...lifeSamples, ...peoplePage, ...sourceSamples };
