import type { PeopleSearch, SettingsOf } from './page-route.ts';

/** Lets the search of the console find the fields of an entity of settings by their labels. */
export const findsSettings = (own: SettingsOf): PeopleSearch => ({
  of: 'settings',
  code: own.page.code,
  find: async (text) => (await import('../shell/palette/settings-found.ts')).settingsFound(own, text),
});
