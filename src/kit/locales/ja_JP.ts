import { ja_JP as base } from './base/ja_JP.ts';
import { ja_JP as audience } from './audience/ja_JP.ts';
import { ja_JP as chart } from './chart/ja_JP.ts';
import { ja_JP as session } from './session/ja_JP.ts';
import { ja_JP as change } from './change/ja_JP.ts';
import { ja_JP as role } from './role/ja_JP.ts';
import { ja_JP as grant } from './grant/ja_JP.ts';
import { ja_JP as home } from './home/ja_JP.ts';
import { ja_JP as imports } from './import/ja_JP.ts';
import { ja_JP as shell } from './shell/ja_JP.ts';
import { ja_JP as page } from './page/ja_JP.ts';
import { ja_JP as vocabulary } from './vocabulary/ja_JP.ts';
import { ja_JP as found } from './found/ja_JP.ts';

/** The kit's texts, namespace `kit`. */
export const ja_JP = {
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
