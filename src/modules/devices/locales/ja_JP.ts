import { ja_JP as device } from './device/ja_JP.ts';
import { ja_JP as binding } from './binding/ja_JP.ts';
import { ja_JP as erase } from './erase/ja_JP.ts';
import { ja_JP as rule } from './rule/ja_JP.ts';
import { ja_JP as register } from './register/ja_JP.ts';
import { ja_JP as settings } from './settings/ja_JP.ts';
import { ja_JP as words } from './words/ja_JP.ts';
import { ja_JP as ui } from './ui/ja_JP.ts';
import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = {
  ...device,
  ...binding,
  ...erase,
  ...rule,
  ...register,
  ...settings,
  ...words,
  ...ui,
  title: 'デバイス',
};
