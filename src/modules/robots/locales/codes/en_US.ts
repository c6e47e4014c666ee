import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = {
  'error.17091': 'The robot key is wrong or has ended',
  'error.17092': 'The robot is disabled',
  'error.17093': 'The robot is not in this group',
  'error.17094': 'The message shape is not known: {reason}',
  'error.17095': 'Too many messages; wait {s} seconds',
  'error.17096': 'This command word is taken',
  'error.17097': 'The schedule is too frequent: at least 5 minutes apart',
  'error.17098': 'Reading all messages needs approval',
  'error.17099': 'The host {host} is not allowed',
};
