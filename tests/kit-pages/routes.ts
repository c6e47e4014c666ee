import type { ConsoleModule, PageRoute } from '#kit/console/routes/page-route.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { peopleConsole } from '../../src/modules/people/console/routes.ts';

const page = (name: string, load: PageRoute['load']): PageRoute => ({
  name: `kit-${name}`,
  path: `/kit_${name}`,
  code: userManagement.code,
  // Whoever holds the page of people holds these.
  parent: userManagement.code.replaceAll('_', '-'),
  load,
});

/** Pages that are nothing but the parts of the page kit, over endpoints of the product; a console built with them is what the tests look at. */
export const kitPages: ConsoleModule = {
  name: peopleConsole.name,
  resources: [],
  routes: [
    page('crud', () => import('./crud.page.tsx')),
    page('settings', () => import('./settings.page.tsx')),
    page('log', () => import('./log.page.tsx')),
    page('wizard', () => import('./wizard.page.tsx')),
  ],
  catalogs: peopleConsole.catalogs,
};
