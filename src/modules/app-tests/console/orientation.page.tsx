import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { platformNames } from '#kit/common/client/platforms.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { AudienceText } from '#kit/console/audience/audience-text.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { CrudPage } from '#kit/console/crud/crud-page.tsx';
import { SearchFilter } from '#kit/console/page/filters.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { pick } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { app } from '#modules/apps/common/app.contract.ts';
import { testEnd, testPromote, testRelease, testRemind, type TestRow } from '../common/test.contract.ts';
import { orientationPage } from '../common/permissions.ts';
import { Results } from './components/results.tsx';
import { VersionSelect } from './components/version-select.tsx';

const PreviewDrawer = later('test-preview', async () => (await import('./components/preview-drawer.tsx')).PreviewDrawer);
const F = entityFields(testRelease);
const invalidates = [testRelease.list, testRelease.get];

/** Directed tests: a version given to named testers before its release, and what became of it. */
export default function OrientationPage(): ReactElement {
  const t = useT('app-tests');
  const [language] = useLanguage();
  const [seen, setSeen] = useState<TestRow>();
  const apps = useRead(app.list, { pageSize: 200, sort: 'name' });
  return (
    <>
      <CrudPage
        page={orientationPage}
        entity={testRelease}
        columns={[
          'name',
          'appName',
          {
            name: 'versionName',
            sortable: false,
            cell: ({ versionName, buildNo, platform }) =>
              [platform === null ? undefined : platformNames[platform], versionName, buildNo].filter(Boolean).join(' · '),
          },
          {
            name: 'state',
            sortable: false,
            cell: ({ state }) => <Tag color={state === 'running' ? 'blue' : 'default'}>{t(`testRelease.state.${state}`)}</Tag>,
          },
          { name: 'testers', sortable: false, cell: ({ testers }) => <AudienceText rows={testers} /> },
          { name: 'installed', sortable: false, cell: ({ installed, people }) => `${installed} / ${people}` },
          { name: 'crashed', as: 'number', sortable: false },
          { name: 'feedback', as: 'number', sortable: false },
          { name: 'until', as: 'time', sortable: false },
        ]}
        filters={(list) => (
          <>
            <SearchFilter list={list} name="text" />
            <ChoiceFilter
              list={list}
              name="appId"
              options={apps.data?.list.map(({ id, name }) => ({ value: id, label: pick(name, language) }))}
            />
            <ChoiceFilter
              list={list}
              name="running"
              options={[
                { value: 'true', label: t('testRelease.state.running') },
                { value: 'false', label: t('testRelease.state.ended') },
              ]}
            />
          </>
        )}
        form={(object) => (
          <>
            <F.name />
            {object === undefined && (
              <F.versionId>
                <VersionSelect />
              </F.versionId>
            )}
            <F.what />
            <F.testers />
            <F.until as="time" />
          </>
        )}
        facts={(object) => <Results test={object} />}
        rowActions={(row) => (
          <>
            {row.state === 'running' && (
              <>
                <ActionButton endpoint={testRemind} type="text" input={{ id: row.id }} names={[row.name]} confirm="ask" />
                <ActionButton endpoint={testPromote} type="text" input={{ id: row.id }} names={[row.name]} invalidates={invalidates} />
                <ActionButton endpoint={testEnd} type="text" input={{ ids: [row.id] }} names={[row.name]} invalidates={invalidates} />
              </>
            )}
            <Permit code={orientationPage.button.preview}>
              {(name) => (
                <Button type="text" onClick={() => setSeen(row)}>
                  {name}
                </Button>
              )}
            </Permit>
          </>
        )}
      />
      {seen && <PreviewDrawer test={seen} onClose={() => setSeen(undefined)} />}
    </>
  );
}
