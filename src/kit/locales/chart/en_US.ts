import type { zh_CN } from './zh_CN.ts';

/** Texts of the charts. */
export const en_US: Record<keyof typeof zh_CN, string> = {
  'chart.asTable': 'Table',
  'chart.asChart': 'Chart',
  'chart.none': 'No data in this time',
  'chart.time': 'Time',
  'chart.sayTime': '{title}: from {from} to {to}; the highest is {name} with {value} ({at}).',
  'chart.sayRank': '{title}: {count} entries; the first is {name} with {value}.',
};
