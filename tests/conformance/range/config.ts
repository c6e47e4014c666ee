import type { Sample } from './samples.ts';

const nobody = '01a00000-0000-7000-8000-00000000dead';
const refused = (input: Record<string, unknown>): Sample => ({ refused: () => [input] });

/** Configuration belongs to the whole site: nothing of it is there for a part of the company. */
export const configuration: Readonly<Record<string, Sample>> = {
  'config/area/list': refused({}),
  'config/area/drift': refused({ area: 'roles' }),
  'config/area/lock': refused({ area: 'roles', version: 1 }),
  'config/area/unlock': refused({ area: 'roles', version: 1 }),
  'config/export': refused({ areas: ['roles'] }),
  'config/plan': refused({ bundleId: nobody }),
  'config/plan/list': refused({}),
  'config/plan/get': refused({ id: nobody }),
  'config/plan/items': refused({ planId: nobody }),
  'config/plan/discard': refused({ planId: nobody }),
  'config/bundle/list': refused({}),
  'config/bundle/get': refused({ id: nobody }),
  'config/apply': refused({ planId: nobody, expected: {} }),
  'config/undo': refused({ planId: nobody }),
  'config/drift': refused({ areas: ['roles'] }),
};
