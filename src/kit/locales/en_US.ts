import { en_US as base } from './base/en_US.ts';
import { en_US as audience } from './audience/en_US.ts';
import { en_US as chart } from './chart/en_US.ts';
import { en_US as session } from './session/en_US.ts';
import { en_US as change } from './change/en_US.ts';
import { en_US as role } from './role/en_US.ts';
import { en_US as grant } from './grant/en_US.ts';
import { en_US as home } from './home/en_US.ts';
import { en_US as imports } from './import/en_US.ts';
import { en_US as shell } from './shell/en_US.ts';
import { en_US as page } from './page/en_US.ts';
import { en_US as vocabulary } from './vocabulary/en_US.ts';
import { en_US as found } from './found/en_US.ts';

/** The kit's texts, namespace `kit`. */
export const en_US = {
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
