import { zh_CN as assistants } from './assistant/zh_CN.ts';
import { zh_CN as codes } from './codes/zh_CN.ts';
import { zh_CN as company } from './company/zh_CN.ts';
import { zh_CN as companyPages } from './company-pages/zh_CN.ts';
import { zh_CN as roles } from './role/zh_CN.ts';
import { zh_CN as schedules } from './schedule/zh_CN.ts';
import { zh_CN as settings } from './setting/zh_CN.ts';

export const zh_CN = {
  ...codes,
  ...company,
  ...companyPages,
  ...roles,
  ...settings,
  ...assistants,
  ...schedules,
};

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    robots: typeof zh_CN;
  }
}
