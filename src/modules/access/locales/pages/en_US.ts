import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = {
  'frame.generalConfiguration': 'What holds for the whole gateway.',
  'frame.systemConfiguration': 'Outside systems with their keys and grants, and the prefixes of interfaces.',
  'frame.typeConfiguration': 'Connections that interfaces use. All of them go through the egress guard.',
  'frame.interfaceConfiguration': 'Registers, tests, publishes and manages interfaces.',
};
