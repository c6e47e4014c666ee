import { Button, Checkbox, Modal, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { areaList, areaLock, areaUnlock, configDrift, configExport, type AreaRow } from '../../common/config.contract.ts';
import { areaSubject } from '../subjects.ts';
import { useGo } from '../use-go.ts';
import { useStarted } from '../use-started.ts';

const columns: readonly Column<AreaRow, typeof areaSubject>[] = [
  { name: 'title', sortable: false, width: 200 },
  { name: 'objects', as: 'number', sortable: false, width: 100 },
  { name: 'managedBy', sortable: false, width: 190, cell: (row) => <Managed row={row} /> },
  { name: 'drift', as: 'number', sortable: false, width: 100 },
  { name: 'exportedAt', as: 'time', sortable: false },
  { name: 'appliedAt', as: 'time', sortable: false },
  { name: 'appliedBy', sortable: false },
  { name: 'bundle', sortable: false, cell: (row) => row.bundle?.name ?? '', optional: true },
  { name: 'driftAt', as: 'time', sortable: false, optional: true },
];

/** The areas: what can be exported, how each is managed, and what drifts. */
export function Areas(): ReactElement {
  const t = useT('config-as-code');
  const list = useList(areaList, { searchKey: 'text' });
  const { go } = useGo();
  const [locking, setLocking] = useState<AreaRow>();
  const lock = useActionName(areaLock);
  const exporting = useStarted();
  const checking = useStarted();
  return (
    <>
      <ListPanel
        subject={areaSubject}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="managedBy" />
            <EnumFilter list={list} name="drifted" />
          </>
        }
        empty={<EmptyState title={t('area.empty')} />}
        bulk={(selection) => (
          <>
            <ActionButton
              endpoint={configExport}
              type="primary"
              input={{ areas: [...selection.ids] }}
              onDone={exporting.start}
              disabled={exporting.running}
            />
            <ActionButton
              endpoint={configDrift}
              input={{ areas: [...selection.ids] }}
              onDone={checking.start}
              disabled={checking.running}
            />
          </>
        )}
        rowActions={(row) => (
          <RowActions name={row.title}>
            <ActionButton
              endpoint={configExport}
              input={{ areas: [row.area] }}
              names={[row.title]}
              onDone={exporting.start}
              disabled={exporting.running}
            />
            {row.managedBy === 'console' && lock.granted && row.bundle && <Button onClick={() => setLocking(row)}>{lock.name}</Button>}
            {row.managedBy === 'file' && (
              <ActionButton
                endpoint={areaUnlock}
                input={{ area: row.area, version: row.version }}
                names={[row.title]}
                invalidates={[areaList]}
              />
            )}
            {row.bundle && (
              <ActionButton endpoint={configDrift} input={{ areas: [row.area] }} names={[row.title]} onDone={checking.start} />
            )}
            {row.drift > 0 && <Button onClick={() => go({ tab: 'drift', area: row.area })}>{t('tab.drift')}</Button>}
          </RowActions>
        )}
      />
      {locking && <LockDialog row={locking} onClose={() => setLocking(undefined)} />}
    </>
  );
}

function Managed({ row }: { row: AreaRow }): ReactElement {
  const t = useT('config-as-code');
  if (row.managedBy === 'console') return <>{t('source.console')}</>;
  return <Tag>{t(row.allowHand ? 'area.managedBy.fileOpen' : 'area.managedBy.file')}</Tag>;
}

/** What it means that a file manages an area, and whether hands may still change it. */
function LockDialog({ row, onClose }: { row: AreaRow; onClose: () => void }): ReactElement {
  const t = useT('config-as-code');
  const k = useT('kit');
  const { name } = useActionName(areaLock);
  const [allowHand, setAllowHand] = useState(false);
  const { save, saving } = useSave(areaLock, { invalidates: [areaList], message: k('action.done', { action: name }), onSaved: onClose });
  return (
    <Modal
      open
      title={t('area.lockTitle', { area: row.title })}
      okText={name}
      cancelText={k('form.cancel')}
      okButtonProps={{ loading: saving }}
      onOk={() => void save({ area: row.area, version: row.version, allowHand })}
      onCancel={onClose}
    >
      <p>{t('area.lockText', { bundle: row.bundle?.name ?? '' })}</p>
      <Checkbox checked={allowHand} onChange={(event) => setAllowHand(event.target.checked)}>
        {t('area.allowHand')}
      </Checkbox>
    </Modal>
  );
}
