import { countedChanges } from '#kit/server/client/counted-changes.ts';
import './settings.table.ts';

/** Changes of login pages, links, ways of signing in and settings. */
export const settingsChanges = countedChanges('app_setting_change', 'appSettings');
