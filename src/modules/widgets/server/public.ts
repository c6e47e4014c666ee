export { readWidgets, widgetInRange, type WidgetName } from './widget.ts';
export { usableWidgets, viewerOf, type UsableWidget, type WidgetViewer } from './usable.ts';
export { rolesGiving } from './use-rule.ts';
