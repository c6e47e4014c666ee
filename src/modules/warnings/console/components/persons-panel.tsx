import { PlusOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { HistoryTab } from '#kit/console/change/history-tab.tsx';
import { useT, type T } from '#kit/console/i18n/use-t.ts';
import { EditButton, ObjectActions } from '#kit/console/crud/crud-actions.tsx';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import {
  noticePersonAdd,
  noticePersonGet,
  noticePersonList,
  noticePersonRemove,
  noticePersonStatus,
  noticePersonUpdate,
  type NoticePersonRow,
} from '../../common/notice-person.contract.ts';
import { noticePerson } from '../subjects.ts';
import { useKinds } from './kind-select.tsx';
import { Matrix } from './matrix.tsx';
import { PersonTests } from './person-tests.tsx';

const PersonAddForm = later('notice-person-add', async () => (await import('./person-form.tsx')).PersonAddForm);
const PersonForm = later('notice-person-form', async () => (await import('./person-form.tsx')).PersonForm);

const endpoints = { list: noticePersonList, get: noticePersonGet, update: noticePersonUpdate, remove: noticePersonRemove };
const readings = [noticePersonList, noticePersonGet];
type View = 'list' | 'matrix';

/** What somebody is told of, in words. */
function subscriptionText(row: NoticePersonRow, titles: ReadonlyMap<string, string>, t: T<'warnings'>): string {
  return row.subscriptions
    .map(({ kind, minSeverity, delayMinutes }) => {
      const name = kind === '*' ? t('noticePerson.allKinds') : (titles.get(kind) ?? kind);
      const text = t('noticePerson.sub.text', { kind: name, severity: t(`warning.severity.${minSeverity}`) });
      return delayMinutes > 0 ? `${text}${t('noticePerson.sub.later', { n: delayMinutes })}` : text;
    })
    .join(' · ');
}

/** Who is told of warnings: as a list, and as a matrix of kinds and people. */
export function PersonsPanel(): ReactElement {
  const t = useT('warnings');
  const [view, setView] = useState<View>('list');
  const chosen = useChosen();
  const [editing, setEditing] = useState<string>();
  const { granted, name } = useActionName(noticePersonAdd);
  return (
    <>
      <div className="ww-kinds">
        <Segmented<View>
          aria-label={t('tab.title')}
          value={view}
          options={(['list', 'matrix'] as const).map((value) => ({ value, label: t(`noticePerson.view.${value}`) }))}
          onChange={setView}
        />
        {granted && (
          <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={chosen.add}>
            {name}
          </Button>
        )}
      </div>
      {view === 'list' ? <PersonsList onOpen={chosen.show} onEdit={setEditing} /> : <Matrix />}
      {chosen.id !== undefined && (
        <PersonDrawer key={chosen.id} id={chosen.id} onEdit={() => setEditing(chosen.id)} onClose={chosen.close} />
      )}
      {editing !== undefined && <EditPerson id={editing} onClose={() => setEditing(undefined)} />}
      {chosen.adding && granted && <PersonAddForm onSaved={chosen.show} onClose={chosen.close} />}
    </>
  );
}

function EditPerson({ id, onClose }: { id: string; onClose: () => void }): ReactElement | null {
  const { data } = useRead(noticePersonGet, { id });
  return data ? <PersonForm key={data.id} person={data} onClose={onClose} /> : null;
}

function PersonsList({ onOpen, onEdit }: { onOpen: (id: string) => void; onEdit: (id: string) => void }): ReactElement {
  const t = useT('warnings');
  const list = useList(noticePersonList, { searchKey: 'text' });
  const titles = new Map(useKinds().map(({ kind, title }) => [kind, title]));
  const columns: readonly Column<NoticePersonRow, typeof noticePerson>[] = [
    { name: 'name' },
    { name: 'way', as: 'enum', sortable: false },
    { name: 'channels', sortable: false, cell: (row) => row.channels.map((one) => t(`noticePerson.channel.${one}`)).join(' · ') },
    { name: 'subscriptions', sortable: false, wrap: true, cell: (row) => subscriptionText(row, titles, t) },
    { name: 'enabled', as: 'enum', sortable: false },
    { name: 'verified', as: 'enum', sortable: false },
    { name: 'escalateName', sortable: false },
    { name: 'tests', sortable: false, cell: (row) => testsText(row, t) },
    { name: 'email', sortable: false, optional: true },
    { name: 'webhookUrl', sortable: false, optional: true },
    { name: 'updatedAt', as: 'time', optional: true },
  ];
  return (
    <ListPanel
      subject={noticePerson}
      list={list}
      columns={columns}
      filters={
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="enabled" />
          <EnumFilter list={list} name="channel" />
        </>
      }
      rowActions={(row) => (
        <ObjectActions endpoints={endpoints} id={row.id} name={row.name} object={row} onEdit={() => onEdit(row.id)}>
          <StatusAction row={row} />
        </ObjectActions>
      )}
      onOpen={(row) => onOpen(row.id)}
      empty={<EmptyState title={t('noticePerson.empty')} hint={t('noticePerson.emptyHint')} />}
    />
  );
}

const testsText = (row: NoticePersonRow, t: T<'warnings'>): string =>
  row.tests
    .map(({ channel, ok }) => `${t(`noticePerson.channel.${channel}`)}: ${t(ok ? 'noticePerson.good' : 'noticePerson.bad')}`)
    .join(' · ') || t('noticePerson.testNone');

function StatusAction({ row }: { row: NoticePersonRow }): ReactElement | null {
  const t = useT('warnings');
  return (
    <ActionButton
      endpoint={noticePersonStatus}
      input={{ id: row.id, status: row.enabled ? 'disabled' : 'enabled' }}
      names={[row.name]}
      type="text"
      invalidates={readings}
    >
      {t(row.enabled ? 'noticePerson.disable' : 'noticePerson.enable')}
    </ActionButton>
  );
}

function PersonDrawer({ id, onEdit, onClose }: { id: string; onEdit: () => void; onClose: () => void }): ReactElement {
  const t = useT('warnings');
  const read = useRead(noticePersonGet, { id });
  return (
    <DetailDrawer<NoticePersonRow>
      subject={noticePerson}
      read={read}
      title={(row) => row.name}
      onClose={onClose}
      actions={(row) => (
        <>
          <EditButton endpoint={noticePersonUpdate} type="primary" onClick={onEdit} />
          <ObjectActions endpoints={endpoints} id={id} name={row.name} object={row} onRemoved={onClose}>
            <StatusAction row={row} />
          </ObjectActions>
        </>
      )}
      tabs={(row) => [
        { key: 'facts', label: t('page.details'), children: <PersonFacts row={row} /> },
        { key: 'test', label: t('noticePerson.tab.test'), children: <PersonTests person={row} /> },
        {
          key: 'history',
          label: t('noticePerson.tab.history'),
          children: <HistoryTab subject={noticePerson} kind="noticePerson" objectId={id} />,
        },
      ]}
    />
  );
}

function PersonFacts({ row }: { row: NoticePersonRow }): ReactElement {
  const t = useT('warnings');
  const titles = new Map(useKinds().map(({ kind, title }) => [kind, title]));
  const days = (list: readonly number[]): string => list.map((day) => t(`noticePerson.day.${String(day) as '0'}`)).join(' ');
  const facts: readonly Fact<NoticePersonRow>[] = [
    { name: 'way', as: 'enum' },
    { name: 'enabled', as: 'enum' },
    { name: 'email' },
    ...(row.way === 'mail' ? ([{ name: 'verified', as: 'enum' }] as const) : []),
    { name: 'webhookUrl' },
    { name: 'webhookPreset', as: 'enum' },
    ...(row.way === 'webhook' ? ([{ name: 'hasSecret', as: 'enum' }] as const) : []),
    { name: 'channels', show: () => row.channels.map((one) => t(`noticePerson.channel.${one}`)).join(' · ') },
    { name: 'subscriptions', show: () => subscriptionText(row, titles, t) },
    { name: 'language', as: 'enum' },
    { name: 'timeZone' },
    {
      name: 'quiet',
      show: () => row.quiet && t('noticePerson.quiet.text', { from: row.quiet.from, to: row.quiet.to, days: days(row.quiet.days) }),
    },
    { name: 'escalateName' },
    { name: 'escalateAfterMinutes', as: 'number' },
    { name: 'expiresAt', as: 'time' },
    { name: 'licence', as: 'enum' },
  ];
  return <Facts row={row} facts={facts} />;
}
