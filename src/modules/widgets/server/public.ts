export { nameOf, readWidgets, searchWidgets, widgetInRange, type WidgetName } from './widget.ts';
export { usableWidgets, viewerOf, viewOfWidget, type UsableWidget, type WidgetViewer } from './usable.ts';
export { giftsTo, rolesGiving } from './use-rule.ts';
