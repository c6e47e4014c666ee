import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { platformNames } from '#kit/common/client/platforms.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { onShelf } from '../common/app.contract.ts';
import { appListPage, versionViewPage } from '../common/permissions.ts';
import { appVersion, versionOffline, versionOnline } from '../common/version.contract.ts';
import { ShelfTag } from './components/shelf-tag.tsx';
import { useVersion } from './use-app.ts';
import './apps.css';

/** Frame of one version. */
export default function VersionViewPage(): ReactElement {
  const title = useCodeName(versionViewPage.code);
  const { versionId, data } = useVersion();
  const name = data ? `${data.appName} ${data.versionName}${data.platform ? ` · ${platformNames[data.platform]}` : ''}` : title;
  const actions = data && (
    <>
      <ShelfTag status={data.status} />
      <ActionButton
        endpoint={data.status === onShelf ? versionOffline : versionOnline}
        input={{ ids: [versionId] }}
        names={[data.versionName]}
        invalidates={[appVersion.list, appVersion.get]}
      />
      <Link to={appListPage.route ?? '/'}>{data.appName}</Link>
    </>
  );
  return (
    <>
      <PageHeader title={name} actions={actions} />
      <NestedTabs page={versionViewPage.code.replaceAll('_', '-')} />
    </>
  );
}
