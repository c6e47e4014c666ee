import { countedNews } from '#kit/server/client/counted-news.ts';

/** Changes of widgets, their versions and roles, counted for all terminals: they see other widgets from the commit on. */
export const { changed: widgetsChanged, epoch: widgetEpoch, part: widgetPart } = countedNews('widget_change', 'widgets');
