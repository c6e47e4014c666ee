import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { ViewTabs } from '#kit/console/tabs/detail-tabs.tsx';
import type { EntityProps } from '#kit/console/crud/entity-crud.tsx';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ObjectPicker } from '#kit/console/pickers/object-picker.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { useCan } from '#kit/console/store/granted.ts';
import { wordPage } from '../common/permissions.ts';
import { sensitiveWord, wordCategory, wordException } from '../common/word.contract.ts';
import { PublishState } from './components/publish-state.tsx';

const WordForm = later('word-form', async () => (await import('./components/word-form.tsx')).WordForm, <WaitingForm lines={6} />);
const Tester = later('word-tester', async () => (await import('./components/tester.tsx')).Tester);
const Hits = later('word-hits', async () => (await import('./components/hits.tsx')).Hits);
const Statistics = later('word-statistics', async () => (await import('./components/statistics.tsx')).Statistics);
const Versions = later('word-versions', async () => (await import('./components/versions.tsx')).Versions);
const Settings = later('word-settings', async () => (await import('./components/settings.tsx')).Settings);

/** Sensitive words: the draft, what is excepted, what was published and what was found. */
export default function WordsPage(): ReactElement {
  const t = useT('sensitive-words');
  const title = useCodeName(wordPage.code);
  const can = useCan();
  const tabs = [
    { key: 'word', label: t('tab.word'), children: <Words /> },
    {
      key: 'exception',
      label: t('tab.exception'),
      children: <CrudPanel entity={wordException} columns={['text', 'reason', 'until', { name: 'updatedAt', as: 'time' }]} />,
    },
    {
      key: 'category',
      label: t('tab.category'),
      children: <CrudPanel entity={wordCategory} columns={['name', 'level', 'onTerminal', 'ownerId']} />,
    },
    ...(can(wordPage.button.test) ? [{ key: 'test', label: t('tab.test'), children: <Tester /> }] : []),
    { key: 'hit', label: t('tab.hit'), children: <Hits /> },
    { key: 'statistics', label: t('tab.statistics'), children: <Statistics /> },
    { key: 'version', label: t('tab.version'), children: <Versions /> },
    { key: 'setting', label: t('frame.settings'), children: <Settings /> },
  ];
  return (
    <>
      <PageHeader title={title} help={t('words.help')} actions={<PublishState />} />
      <ViewTabs tabs={tabs} />
    </>
  );
}

function Words(): ReactElement {
  const t = useT('sensitive-words');
  const columns: EntityProps<typeof sensitiveWord>['columns'] = [
    'text',
    'categoryId',
    'level',
    { name: 'match', as: 'enum', optional: true },
    { name: 'places', cell: (row) => t('places.count', { count: row.places.length }), optional: true },
    { name: 'hits', as: 'number', sortable: false },
    { name: 'falsePercent', cell: (row) => (row.falsePercent === null ? '—' : `${row.falsePercent} %`), sortable: false },
    'until',
    'enabled',
    { name: 'updatedAt', as: 'time', optional: true },
  ];
  return (
    <CrudPanel
      entity={sensitiveWord}
      columns={columns}
      filters={(list) => (
        <>
          <SearchFilter list={list} name="text" />
          <PickFilter list={list} name="categoryId">
            <ObjectPicker list={wordCategory.list} />
          </PickFilter>
          <EnumFilter list={list} name="level" />
          <EnumFilter list={list} name="observe" />
          <EnumFilter list={list} name="enabled" />
        </>
      )}
      form={<WordForm />}
    />
  );
}
