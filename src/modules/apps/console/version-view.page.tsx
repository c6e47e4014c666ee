import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { platformNames } from '#kit/common/client/platforms.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { PageLink } from '#kit/console/shell/page-link.tsx';
import { onShelf } from '../common/app.contract.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { appListPage, versionViewPage } from '../common/permissions.ts';
import { appRollout } from '../common/release.contract.ts';
import { appVersion, versionClone, versionOffline, versionOnline } from '../common/version.contract.ts';
import { appAddress, versionAddress } from './addresses.ts';
import { ShelfTag } from './components/shelf-tag.tsx';
import { useApp, useVersion } from './use-app.ts';
import './apps.css';

/** Frame of one version. */
export default function VersionViewPage(): ReactElement {
  const title = useCodeName(versionViewPage.code);
  const { versionId, data, error, refetch } = useVersion();
  const navigate = useNavigate();
  const own = useApp().data;
  const back = own && appAddress(own);
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
      <ActionButton
        endpoint={versionClone}
        input={{ id: versionId, channel: 'beta' }}
        names={[data.versionName]}
        invalidates={[appVersion.list]}
        onDone={({ id }) => void navigate(versionAddress({ id, appId: data.appId }))}
      />
      <Halt versionId={versionId} name={data.versionName} />
    </>
  );
  return (
    <>
      {data && (
        <PageLink to={back ?? appListPage.route ?? '/'} current={false}>
          {data.appName}
        </PageLink>
      )}
      <PageHeader title={name} actions={actions} />
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : <NestedTabs page={versionViewPage.code.replaceAll('_', '-')} />}
    </>
  );
}

/** Halting is in reach on every page of a version while it rolls out. */
function Halt({ versionId, name }: { versionId: string; name: string }): ReactElement | null {
  const t = useT('apps');
  const { data } = useRead(appRollout.get, { versionId }, { every: 15_000 });
  const rollout = data?.rollout;
  if (!rollout || (rollout.state !== 'running' && rollout.state !== 'waiting')) return null;
  return (
    <>
      <span>{t('rollout.at', { percent: rollout.stages[rollout.stageNo]?.percent ?? 100 })}</span>
      <ActionButton
        danger
        endpoint={appRollout.halt}
        input={{ versionId }}
        names={[name]}
        confirm="none"
        called={t('rollout.halt')}
        invalidates={[appRollout.get, appVersion.get, appVersion.list]}
      />
    </>
  );
}
