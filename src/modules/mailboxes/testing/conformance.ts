import { fixed, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { boxFurther, boxRanges, boxStory, boxTries } from './boxes-samples.ts';

/** Samples of the module mailboxes. */
export const conformance: ModuleSamples = {
  tries: boxTries,
  ranges: boxRanges,
  restores: { ...fixed('mailSetting') },
  // The fields alone make a grant on somebody's own box.
  composed: ['mailAuth'],
  story: boxStory,
  further: boxFurther,
};
