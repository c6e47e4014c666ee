import { ja_JP as assistants } from './assistant/ja_JP.ts';
import { ja_JP as codes } from './codes/ja_JP.ts';
import { ja_JP as company } from './company/ja_JP.ts';
import { ja_JP as companyPages } from './company-pages/ja_JP.ts';
import { ja_JP as roles } from './role/ja_JP.ts';
import { ja_JP as schedules } from './schedule/ja_JP.ts';
import { ja_JP as settings } from './setting/ja_JP.ts';
import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = {
  ...codes,
  ...company,
  ...companyPages,
  ...roles,
  ...settings,
  ...assistants,
  ...schedules,
};
