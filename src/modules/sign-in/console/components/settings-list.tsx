import { Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { UpDown } from '#kit/console/action/up-down.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { call } from '#kit/console/call/call.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { ObjectActions } from '#kit/console/crud/crud-actions.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { invalidate } from '#kit/console/page/query.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { Cell } from '#kit/console/table/cell.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import type { Column } from '#kit/console/table/column.ts';
import { authSettingList, authSettingReorder, type AuthSettingRow } from '../../common/auth-setting.contract.ts';
import { setting } from '../setting-subject.ts';
import { settingEndpoints } from './setting-drawer.tsx';

type Row = AuthSettingRow;

/** The settings in the order of the login page. */
export function SettingsList({ onOpen }: { onOpen: (id: string) => void }): ReactElement {
  const t = useT('sign-in');
  const [language] = useLanguage();
  const list = useList(authSettingList, { searchKey: 'text' });
  const columns: readonly Column<Row, typeof setting>[] = [
    { name: 'name', as: 'local', sortable: false },
    {
      name: 'orderNo',
      sortable: false,
      width: 110,
      cell: (row) => <Move row={row} rows={list.filtered || list.state.sort ? [] : list.rows} />,
    },
    { name: 'kind', as: 'enum', sortable: false },
    { name: 'enabled', sortable: false, cell: (row) => <State row={row} /> },
    { name: 'audience', as: 'enum', sortable: false },
    { name: 'people7', as: 'number', sortable: false },
    { name: 'failures7', as: 'number', sortable: false },
    { name: 'certificateEnds', as: 'time', sortable: false, optional: true },
    { name: 'test', sortable: false, cell: (row) => <LastTest row={row} /> },
    { name: 'code', as: 'code', optional: true },
    { name: 'updatedAt', as: 'time', optional: true },
  ];
  const nameOf = (row: Row): string => pick(row.name, language);
  return (
    <ListPanel
      subject={setting}
      list={list}
      columns={columns}
      filters={
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="kind" />
          <EnumFilter list={list} name="audience" />
          <EnumFilter list={list} name="enabled" />
        </>
      }
      rowActions={(row) => (
        <ObjectActions endpoints={settingEndpoints} id={row.id} name={nameOf(row)} object={row} onEdit={() => onOpen(row.id)} />
      )}
      onOpen={(row) => onOpen(row.id)}
      empty={t('authSetting.empty')}
    />
  );
}

function State({ row }: { row: Row }): ReactElement {
  const t = useT('sign-in');
  return (
    <>
      <Cell value={row.enabled} field="enabled" as="enum" />
      {row.trial && (
        <Tag variant="filled" className="whk-tag" data-value="disabled">
          {t('authSetting.trial')}
        </Tag>
      )}
    </>
  );
}

function LastTest({ row }: { row: Row }): ReactElement {
  const t = useT('sign-in');
  const [language] = useLanguage();
  if (row.kind === 'local') return <Cell value={null} field="test" />;
  if (!row.test) return <>{t('test.none')}</>;
  return (
    <Tag variant="filled" className="whk-tag" data-value={row.test.report.ok ? 'true' : 'failed'} title={timeText(row.test.at, language)}>
      {t(row.test.report.ok ? 'test.good' : 'test.bad')}
    </Tag>
  );
}

/** Up and down on the login page; only where the whole order is on screen. */
function Move({ row, rows }: { row: Row; rows: readonly Row[] }): ReactElement {
  const [language] = useLanguage();
  const may = useMay();
  const [busy, setBusy] = useState(false);
  const place = rows.findIndex(({ id }) => id === row.id);
  const move = async (by: -1 | 1): Promise<void> => {
    const ids = rows.map(({ id }) => id);
    ids.splice(place, 1);
    ids.splice(place + by, 0, row.id);
    setBusy(true);
    await call(authSettingReorder, { ids })
      .then(() => invalidate(authSettingList))
      .finally(() => setBusy(false));
  };
  const name = pick(row.name, language);
  if (place < 0 || !may(authSettingReorder)) return <>{row.orderNo}</>;
  const step = (by: -1 | 1): (() => void) | undefined => (busy || !rows[place + by] ? undefined : () => void move(by));
  return <UpDown name={name} up={step(-1)} down={step(1)} />;
}
