import { en_US as assistants } from './assistant/en_US.ts';
import { en_US as codes } from './codes/en_US.ts';
import { en_US as company } from './company/en_US.ts';
import { en_US as companyPages } from './company-pages/en_US.ts';
import { en_US as roles } from './role/en_US.ts';
import { en_US as schedules } from './schedule/en_US.ts';
import { en_US as settings } from './setting/en_US.ts';
import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = {
  ...codes,
  ...company,
  ...companyPages,
  ...roles,
  ...settings,
  ...assistants,
  ...schedules,
};
