import { useParams } from 'react-router';
import { useRead } from '#kit/console/page/query.ts';
import { app } from '../common/app.contract.ts';
import { appVersion } from '../common/version.contract.ts';

/** The app whose page is on screen. */
export function useApp() {
  const { id = '' } = useParams();
  return { id, ...useRead(app.get, { id }) };
}

/** The version whose page is on screen. */
export function useVersion() {
  const { versionId = '' } = useParams();
  return { versionId, ...useRead(appVersion.get, { id: versionId }) };
}
