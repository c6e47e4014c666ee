import type { ConsoleModule } from '../routes/page-route.ts';
import { galleryCatalog } from './gallery-catalog.ts';
import { galleryPickers } from './gallery-pickers.ts';
import { galleryResources } from './gallery-permissions.ts';

/** The gallery as a module: what its parts are named, granted and chosen from. */
export const galleryModule: ConsoleModule = {
  name: 'gallery',
  resources: galleryResources,
  routes: [],
  catalogs: galleryCatalog,
  pickers: galleryPickers,
};
