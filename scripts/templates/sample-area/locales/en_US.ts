import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = {
  sampleThing: '{one:en_US}',
  'sampleThing.filter.text': 'Name or code',
  'sampleThing.help': 'Every save is written into the history and can be reverted.',
  'sampleThing.empty': 'No {title:low} yet',
  'sampleThing.emptyHint': 'What is added appears here.',
};
