import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = {
  'call.status': 'The request ended with an abnormal status ({status}).',
  'call.failed': 'The request could not be made: {reason}',
  'call.timeout': 'the server did not answer in time',
  'call.blocked': 'A request to the same address was still running; the earlier one was cancelled',
  'call.outOfRange': 'You have no permission for this data; contact the super administrator.',
  'call.missingRange': 'Missing range: {range}',
  'call.notGranted': 'You have no permission for this function: {name}',
};
