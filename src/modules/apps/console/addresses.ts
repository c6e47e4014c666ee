import { appInfoPage, versionViewPage } from '../common/permissions.ts';

/** Address of the pages of an app. */
export const appAddress = ({ id, appKey }: { id: string; appKey: string }): string =>
  appInfoPage.route!.replace(':id', id).replace(':appKey', appKey);

/** Address of the pages of a version. */
export const versionAddress = ({ id, appId }: { id: string; appId: string }): string =>
  versionViewPage.route!.replace(':id', appId).replace(':versionId', id);
