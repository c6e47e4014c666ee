import { widgetDetailPage, widgetVersionPage } from '../../common/permissions.ts';

/** Address of the page of a widget. */
export const widgetRoute = (id: string): string => (widgetDetailPage.route ?? '').replace(':widgetId', id);
/** Address of the page of a version. */
export const versionRoute = (id: string): string => (widgetVersionPage.route ?? '').replace(':widgetVersionId', id);
