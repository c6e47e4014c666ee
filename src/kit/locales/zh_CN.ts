import { zh_CN as base } from './base/zh_CN.ts';
import { zh_CN as audience } from './audience/zh_CN.ts';
import { zh_CN as chart } from './chart/zh_CN.ts';
import { zh_CN as session } from './session/zh_CN.ts';
import { zh_CN as change } from './change/zh_CN.ts';
import { zh_CN as role } from './role/zh_CN.ts';
import { zh_CN as grant } from './grant/zh_CN.ts';
import { zh_CN as home } from './home/zh_CN.ts';
import { zh_CN as imports } from './import/zh_CN.ts';
import { zh_CN as shell } from './shell/zh_CN.ts';
import { zh_CN as page } from './page/zh_CN.ts';
import { zh_CN as vocabulary } from './vocabulary/zh_CN.ts';
import { zh_CN as found } from './found/zh_CN.ts';

/** The kit's texts, namespace `kit`. */
export const zh_CN = {
  ...base,
  ...session,
  ...change,
  ...role,
  ...grant,
  ...home,
  ...imports,
  ...shell,
  ...page,
  ...vocabulary,
  ...chart,
  ...audience,
  ...found,
};

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    kit: typeof zh_CN;
  }
}
