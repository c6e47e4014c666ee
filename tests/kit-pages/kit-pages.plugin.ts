import type { Plugin } from 'vite';

/** Puts the pages of `routes.ts` beside those of the modules. */
const kitPages: Plugin = {
  name: 'kit-pages',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/src/app/console-modules.ts')
      ? `${code.replace('ConsoleModule[] = [', 'ConsoleModule[] = [kitPages, ')}\nimport { kitPages } from '../../tests/kit-pages/routes.ts';`
      : undefined,
};

export default kitPages;
