import { crowdSamples } from './crowds.ts';
import { lifeSamples } from './life.ts';
import { peoplePage } from './people.ts';
import type { Sample } from './samples.ts';
import { sourceSamples } from './sources.ts';

/** How operations of crowds, the page of people, the life cycle and sources are asked for what lies outside. */
export const userCentreSamples: Readonly<Record<string, Sample>> = { ...crowdSamples, ...lifeSamples, ...peoplePage, ...sourceSamples };
