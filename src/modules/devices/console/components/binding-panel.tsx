import { useMemo, useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { bindingExport } from '../../common/export.contract.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { Button } from 'antd';
import { bindingList, bindingUpdate, type BindingRow } from '../../common/binding.contract.ts';
import { userBindingPage } from '../../common/permissions.ts';
import { deviceReadings } from '../readings.ts';
import { bindingSubject } from '../subjects.ts';
import { bindingColumns } from './binding-columns.tsx';
import type { Deciding } from './deciding.ts';
import { UnbindButton } from './device-actions.tsx';

const DeviceDrawer = later('device-drawer', async () => (await import('./device-drawer.tsx')).DeviceDrawer);
const UnbindDialog = later('unbind-dialog', async () => (await import('./unbind-dialog.tsx')).UnbindDialog);
const DecideDialog = later('binding-decide', async () => (await import('./decide-dialog.tsx')).DecideDialog);

const { approve, reject, setPrimary, replace } = userBindingPage.button;

/** Bindings of a state, or of a person, with what can be decided about them. */
export function BindingPanel({ state, empId }: { state?: 'pending' | 'bound'; empId?: string }): ReactElement {
  const t = useT('devices');
  const list = useList(bindingList, { fixed: { ...(state && { state }), ...(empId !== undefined && { empId }) }, searchKey: 'text' });
  const columns = useMemo(() => bindingColumns(state), [state]);
  const chosen = useChosen();
  const [deciding, setDeciding] = useState<Deciding>();
  const [unbinding, setUnbinding] = useState<readonly BindingRow[]>();
  return (
    <SubjectContext value={bindingSubject}>
      <ListPanel
        subject={bindingSubject}
        list={list}
        columns={columns}
        filters={
          empId === undefined && (
            <>
              <SearchFilter list={list} name="text" />
              <EnumFilter list={list} name="platform" />
              <ExportButton endpoint={bindingExport} input={(format) => ({ format, filter: list.asked })} />
              <PickFilter list={list} name="deptId">
                <DepartmentPicker />
              </PickFilter>
            </>
          )
        }
        rowActions={(row) => <BindingActions row={row} onDecide={setDeciding} onUnbind={() => setUnbinding([row])} />}
        bulk={({ rows }) => (
          <>
            {rows.some((row) => row.state === 'pending') && (
              <DecideButtons type="default" rows={rows.filter((row) => row.state === 'pending')} onDecide={setDeciding} />
            )}
            {rows.some((row) => row.state === 'bound') && (
              <UnbindButton type="default" onClick={() => setUnbinding(rows.filter((row) => row.state === 'bound'))} />
            )}
          </>
        )}
        onOpen={(row) => chosen.show(row.deviceId)}
        empty={<EmptyState title={t('deviceBinding.empty')} hint={t('deviceBinding.emptyHint')} />}
      />
      {chosen.id !== undefined && <DeviceDrawer key={chosen.id} id={chosen.id} onClose={chosen.close} />}
      {unbinding && <UnbindDialog rows={unbinding} onClose={() => setUnbinding(undefined)} />}
      {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(undefined)} />}
    </SubjectContext>
  );
}

interface DecideButtonsProps {
  type: 'text' | 'default';
  rows: readonly BindingRow[];
  onDecide: (deciding: Deciding) => void;
}

function DecideButtons({ type, rows, onDecide }: DecideButtonsProps): ReactElement {
  const button = (code: string, action: Deciding['action']): ReactElement => (
    <Permit code={code}>
      {(name) => (
        <Button type={type} danger={action === 'reject'} onClick={() => onDecide({ action, rows })}>
          {name}
        </Button>
      )}
    </Permit>
  );
  return (
    <>
      {button(approve, 'approve')}
      {rows.length === 1 && button(replace, 'replace')}
      {button(reject, 'reject')}
    </>
  );
}

interface BindingActionsProps {
  row: BindingRow;
  onDecide: (deciding: Deciding) => void;
  onUnbind: () => void;
}

/** What can be done with one binding. */
function BindingActions({ row, onDecide, onUnbind }: BindingActionsProps): ReactElement {
  const name = `${row.name} · ${row.deviceName}`;
  return (
    <RowActions name={name}>
      {row.state === 'pending' && <DecideButtons type="text" rows={[row]} onDecide={onDecide} />}
      {row.state === 'bound' && !row.primary && (
        <Permit code={setPrimary}>
          {(title) => (
            <ActionButton
              endpoint={bindingUpdate}
              input={{ ids: [row.id], action: 'setPrimary' }}
              names={[name]}
              called={title}
              type="text"
              danger={false}
              invalidates={deviceReadings}
            />
          )}
        </Permit>
      )}
      {row.state === 'bound' && <UnbindButton type="text" onClick={onUnbind} />}
    </RowActions>
  );
}
