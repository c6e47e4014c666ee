import { countedChanges } from '#kit/server/client/counted-changes.ts';

/** Changes of widgets, their versions and roles, counted for all terminals: they see other widgets from the commit on. */
export const { changed: widgetsChanged, epoch: widgetEpoch, part: widgetPart } = countedChanges('widget_change', 'widgets');
