import { useParams } from 'react-router';
import { useMay } from '#kit/console/action/use-may.ts';
import { useRead } from '#kit/console/page/query.ts';
import { app } from '../common/app.contract.ts';
import { appVersion } from '../common/version.contract.ts';

/** The app whose page is on screen; who may only see its versions reads nothing of it. */
export function useApp() {
  const { id = '' } = useParams();
  const may = useMay()(app.get);
  return { id, ...useRead(app.get, { id }, { enabled: may }) };
}

/** The version whose page is on screen. */
export function useVersion() {
  const { versionId = '' } = useParams();
  return { versionId, ...useRead(appVersion.get, { id: versionId }) };
}
