import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { platformNames, platforms } from '#kit/common/client/platforms.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { subject } from '#kit/console/page/subject.ts';
import { ViewTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { app, onShelf } from '../common/app.contract.ts';
import { versionPage } from '../common/permissions.ts';
import { appVersion, versionClone, versionOffline, versionOnline, type VersionRow } from '../common/version.contract.ts';
import { versionAddress } from './addresses.ts';
import { ForceForm } from './components/force-form.tsx';
import { InstallLinks } from './components/install-links.tsx';
import { Terminals } from './components/terminals.tsx';
import { ShelfTag } from './components/shelf-tag.tsx';
import { UploadPanel } from './components/upload-panel.tsx';
import { useApp } from './use-app.ts';

const version = subject('apps', 'appVersion');

/** Versions of an app, and the terminals that have them. */
export default function VersionsPage(): ReactElement {
  const t = useT('apps');
  const { id } = useApp();
  return (
    <ViewTabs
      tabs={[
        { key: 'versions', label: t('version.tab.versions'), children: <Versions id={id} /> },
        { key: 'terminals', label: t('version.tab.terminals'), children: <Terminals appId={id} /> },
      ]}
    />
  );
}

/** Versions of an app by platform, newest first. */
function Versions({ id }: { id: string }): ReactElement {
  const t = useT('apps');
  const own = useApp().data;
  const list = useList(appVersion.list, { searchKey: 'text', fixed: { appId: id } });
  const invalidates = [appVersion.list, appVersion.get, app.get, app.list];
  const columns: readonly Column<VersionRow, typeof version>[] = [
    { name: 'versionName', cell: (row) => <Link to={versionAddress(row)}>{row.versionName || '—'}</Link> },
    { name: 'buildNo', as: 'code' },
    { name: 'platform', cell: (row) => (row.platform ? platformNames[row.platform] : '—') },
    { name: 'channel', as: 'code', optional: true },
    { name: 'status', sortable: false, cell: (row) => <ShelfTag status={row.status} /> },
    {
      name: 'rollout',
      sortable: false,
      cell: ({ rollout }) => (rollout ? `${t(`rollout.state.${rollout.state as 'running'}`)} · ${rollout.percent}%` : '—'),
    },
    { name: 'upgradeMode', as: 'enum', sortable: false },
    { name: 'people', sortable: false, cell: (row) => (row.people === null ? t('audience.everybody') : String(row.people)) },
    { name: 'terminals', as: 'number', sortable: false },
    { name: 'expiresAt', as: 'time', sortable: false, optional: true },
    { name: 'createdAt', as: 'time' },
  ];
  return (
    <>
      <Permit code={versionPage.button.add}>{() => <UploadPanel appId={id} />}</Permit>
      <ListPanel
        subject={version}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <ChoiceFilter list={list} name="platform" options={platforms.map((value) => ({ value, label: platformNames[value] }))} />
            <EnumFilter list={list} name="status" />
            <ChoiceFilter list={list} name="channel" options={own?.channels.map((value) => ({ value, label: value }))} />
          </>
        }
        rowActions={(row: VersionRow) => (
          <>
            <ActionButton
              size="small"
              type="link"
              endpoint={row.status === onShelf ? versionOffline : versionOnline}
              input={{ ids: [row.id] }}
              names={[row.versionName]}
              invalidates={invalidates}
            />
            <ActionButton
              size="small"
              type="link"
              endpoint={versionClone}
              input={{ id: row.id, channel: 'beta' }}
              names={[row.versionName]}
              invalidates={invalidates}
            />
            {row.status !== onShelf && (
              <ActionButton
                size="small"
                type="link"
                endpoint={appVersion.delete}
                input={{ ids: [row.id] }}
                names={[row.versionName]}
                invalidates={invalidates}
              />
            )}
          </>
        )}
      />
      <Permit code={versionPage.button.force}>{() => <ForceForm appId={id} />}</Permit>
      <InstallLinks appId={id} />
    </>
  );
}
