import { PlusOutlined, SyncOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { EditButton } from '#kit/console/crud/crud-actions.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { useRead } from '#kit/console/page/query.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { radarPage } from '../common/permissions.ts';
import * as contract from '../common/radar.contract.ts';
import { DueText, NameText, StateTag } from './components/item-texts.tsx';
import { ItemActions, SelectedActions, type Acting } from './components/item-actions.tsx';
import { Filters } from './components/filters.tsx';
import { Overview } from './components/overview.tsx';
import './components/radar.css';
import { radarReadings } from './readings.ts';
import { radarItem } from './subjects.ts';

const RadarForm = later('radar-form', async () => (await import('./components/radar-forms.tsx')).RadarForm);
const ItemForm = later('radar-item-form', async () => (await import('./components/item-form.tsx')).ItemForm);
const RadarDrawer = later('radar-drawer', async () => (await import('./components/radar-drawer.tsx')).RadarDrawer);

const columns: readonly Column<contract.RadarRow, typeof radarItem>[] = [
  { name: 'name', width: 230, wrap: true, cell: (row) => <NameText row={row} /> },
  { name: 'state', sortable: false, width: 115, cell: (row) => <StateTag state={row.state} snoozed={row.snoozedUntil !== null} /> },
  { name: 'title', sortable: false, optional: true },
  { name: 'dueAt', width: 150, cell: (row) => <DueText row={row} /> },
  { name: 'owner', sortable: false, width: 100 },
  { name: 'lastNoticeAt', as: 'time', width: 145 },
  { name: 'nextStep', sortable: false, wrap: true, width: 230 },
  { name: 'moduleName', sortable: false, optional: true },
  { name: 'deptName', sortable: false, optional: true },
  { name: 'snoozedUntil', as: 'time', sortable: false, optional: true },
  { name: 'origin', as: 'enum', sortable: false, optional: true },
];

/** Everything that ends or ages: how it stands, on a time line, and as a list. */
export default function RadarPage(): ReactElement {
  const t = useT('radar');
  const title = useCodeName(radarPage.code);
  const list = useList(contract.radarList, { searchKey: 'text' });
  const overview = useRead(contract.radarTimeline, {});
  const chosen = useChosen();
  const [acting, setActing] = useState<Acting>();
  const [editing, setEditing] = useState<string>();
  const adding = useActionName(contract.radarAdd);
  const add = adding.granted && (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={chosen.add}>
      {adding.name}
    </Button>
  );
  return (
    <SubjectContext value={radarItem}>
      <PageFrame
        title={title}
        help={t('radarItem.help')}
        actions={
          <>
            <ActionButton
              endpoint={contract.radarRecheck}
              input={{}}
              invalidates={radarReadings}
              icon={<SyncOutlined aria-hidden="true" />}
            />
            <ExportButton
              endpoint={contract.radarExport}
              input={(format) => ({
                format,
                ...(list.selection.ids.length > 0 ? { ids: [...list.selection.ids] } : { filter: { ...list.asked } }),
              })}
            />
            {add}
          </>
        }
      >
        <Overview read={overview} list={list} onOpen={chosen.show} />
        <ListPanel
          subject={radarItem}
          list={list}
          columns={columns}
          filters={<Filters list={list} kinds={overview.data?.kinds ?? []} />}
          rowActions={(row) => <ItemActions row={row} onAct={setActing} onEdit={() => setEditing(row.id)} />}
          bulk={(selection) => <SelectedActions selection={selection} onAct={setActing} />}
          onOpen={(row) => chosen.show(row.id)}
          empty={<EmptyState title={t('radarItem.empty')} hint={t('radarItem.emptyHint')} action={add} />}
        />
        {chosen.id !== undefined && (
          <RadarDrawer
            key={chosen.id}
            id={chosen.id}
            onClose={chosen.close}
            actions={(row: contract.RadarDetail) => (
              <>
                <EditButton endpoint={contract.radarUpdate} type="primary" onClick={() => setEditing(row.id)} />
                <ItemActions row={row} onAct={setActing} onRemoved={chosen.close} />
              </>
            )}
          />
        )}
        {acting && <RadarForm {...acting} onClose={() => setActing(undefined)} />}
        {chosen.adding && adding.granted && <ItemForm onSaved={chosen.show} onClose={chosen.close} />}
        {editing !== undefined && <ItemForm key={editing} id={editing} onClose={() => setEditing(undefined)} />}
      </PageFrame>
    </SubjectContext>
  );
}
