import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { platformNames, platforms } from '#kit/common/client/platforms.ts';
import { pick } from '#kit/common/language.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import type { EntityProps } from '#kit/console/crud/entity-crud.tsx';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { app, appOffline, appOnline, onShelf, type AppRow } from '../common/app.contract.ts';
import { appListPage } from '../common/permissions.ts';
import { appAddress } from './addresses.ts';
import { AppFields } from './components/app-fields.tsx';
import { AppIcon } from './components/app-icon.tsx';
import { ShelfTag } from './components/shelf-tag.tsx';
import { EraseDialog } from './components/erase-dialog.tsx';
import { EraseRecords } from './components/erase-records.tsx';
import { UploadPanel } from './components/upload-panel.tsx';
import './apps.css';

/** The apps of the company; packages that are dropped here go to their app. */
export default function AppListPage(): ReactElement {
  const t = useT('apps');
  const title = useCodeName(appListPage.code);
  const [language] = useLanguage();
  const [erased, setErased] = useState<AppRow>();
  const columns: EntityProps<typeof app>['columns'] = [
    { name: 'name', cell: (row) => <AppName row={row} /> },
    { name: 'appKey', as: 'code' },
    {
      name: 'released',
      sortable: false,
      cell: (row) => row.released.map(({ platform, versionName }) => `${platformNames[platform]} ${versionName}`).join(' · ') || '—',
    },
    { name: 'status', sortable: false, cell: (row) => <ShelfTag status={row.status} /> },
    'ownerDeptName',
    { name: 'terminals', as: 'number', sortable: false },
    { name: 'feedback', as: 'number', sortable: false },
    { name: 'halted', as: 'number', sortable: false, optional: true },
    { name: 'updatedAt', as: 'time' },
  ];
  return (
    <PageFrame title={title} help={t('app.help')}>
      <Permit code={appListPage.button.upload}>{() => <UploadPanel />}</Permit>
      <CrudPanel
        entity={app}
        columns={columns}
        form={(object) => <AppFields of={object} />}
        filters={(list) => (
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="status" />
            <ChoiceFilter list={list} name="platform" options={platforms.map((value) => ({ value, label: platformNames[value] }))} />
            <PickFilter list={list} name="ownerDeptId">
              <DepartmentPicker />
            </PickFilter>
          </>
        )}
        rowActions={(row) => (
          <>
            <Link to={appAddress(row)} aria-label={`${t('home.open')} · ${pick(row.name, language)}`}>
              {t('home.open')}
            </Link>
            <ActionButton
              size="small"
              type="link"
              endpoint={row.status === onShelf ? appOffline : appOnline}
              input={{ ids: [row.id] }}
              names={[pick(row.name, language)]}
              invalidates={[app.list, app.get]}
            />
            <Permit code={appListPage.button.erase}>
              {(word) => (
                <Button size="small" type="link" danger aria-label={`${word} · ${pick(row.name, language)}`} onClick={() => setErased(row)}>
                  {word}
                </Button>
              )}
            </Permit>
          </>
        )}
      />
      <EraseRecords />
      {erased && <EraseDialog appKey={erased.appKey} name={pick(erased.name, language)} onClose={() => setErased(undefined)} />}
    </PageFrame>
  );
}

function AppName({ row }: { row: AppRow }): ReactElement {
  const [language] = useLanguage();
  const name = pick(row.name, language);
  return (
    <span className="apps-name">
      <AppIcon of={row} name={name} />
      {name}
    </span>
  );
}
