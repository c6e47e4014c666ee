import { pageRoute, type ConsoleModule } from '../routes/page-route.ts';
import { galleryCatalog } from './gallery-catalog.ts';
import { galleryPickers } from './gallery-pickers.ts';
import { galleryAuthority, galleryMembers, galleryResources, galleryRoles } from './gallery-permissions.ts';

const roles = galleryRoles.code.replaceAll('_', '-');

/** The gallery as a module: what its parts are named, granted and chosen from. */
export const galleryModule: ConsoleModule = {
  name: 'gallery',
  resources: galleryResources,
  routes: [
    pageRoute(galleryRoles, { load: () => import('./parts/roles.part.tsx') }),
    pageRoute(galleryMembers, { parent: roles, load: () => import('./parts/role-members.part.tsx') }),
    pageRoute(galleryAuthority, { parent: roles, load: () => import('./parts/role-authority.part.tsx') }),
  ],
  catalogs: galleryCatalog,
  pickers: galleryPickers,
};
