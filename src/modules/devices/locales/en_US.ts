import { en_US as device } from './device/en_US.ts';
import { en_US as binding } from './binding/en_US.ts';
import { en_US as erase } from './erase/en_US.ts';
import { en_US as rule } from './rule/en_US.ts';
import { en_US as register } from './register/en_US.ts';
import { en_US as settings } from './settings/en_US.ts';
import { en_US as words } from './words/en_US.ts';
import { en_US as ui } from './ui/en_US.ts';
import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = {
  ...device,
  ...binding,
  ...erase,
  ...rule,
  ...register,
  ...settings,
  ...words,
  ...ui,
  title: 'Devices',
};
