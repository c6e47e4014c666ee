import { countedNews } from '#kit/server/client/counted-news.ts';
import './settings.table.ts';

/** Changes of login pages, links, ways of signing in and settings. */
export const settingsNews = countedNews('app_setting_change', 'appSettings');
