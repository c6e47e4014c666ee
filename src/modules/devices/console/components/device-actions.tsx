import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { OpeningButton } from '#kit/console/action/opening-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { EditButton } from '#kit/console/crud/crud-actions.tsx';
import type { Selection } from '#kit/console/page/use-selection.ts';
import { bindingDelete } from '../../common/binding.contract.ts';
import * as actions from '../../common/action.contract.ts';
import * as contract from '../../common/device.contract.ts';
import { eraseAdd } from '../../common/erase.contract.ts';
import { deviceReadings } from '../readings.ts';

type Row = contract.DeviceRow;

/** What a page does that needs more than a click. */
export interface Begin {
  erase: (ids: readonly string[]) => void;
  edit?: (row: Row) => void;
  message?: (ids: readonly string[]) => void;
}

const closed = new Set(['eraseRequested', 'eraseFailed', 'erased', 'retired']);

/** What can be done with one device, as far as it is granted and fits how it stands. */
export function DeviceActions({ row, begin }: { row: Row; begin: Begin }): ReactElement | null {
  if (!row.writable) return null;
  const act = { names: [row.name], input: { ids: [row.id] }, type: 'text' as const, invalidates: deviceReadings };
  return (
    <RowActions name={row.name}>
      {begin.edit && <EditButton endpoint={contract.deviceUpdate} type="text" onClick={() => begin.edit?.(row)} />}
      {row.state === 'bound' && <ActionButton endpoint={actions.deviceLock} {...act} />}
      {row.state === 'locked' && <ActionButton endpoint={actions.deviceUnlock} {...act} />}
      {row.state === 'blocked' && <ActionButton endpoint={actions.deviceUnblock} {...act} />}
      {!closed.has(row.state) && <ActionButton endpoint={actions.deviceSignOut} {...act} />}
      {begin.message && row.state === 'bound' && (
        <OpeningButton endpoint={actions.deviceMessage} type="text" onClick={() => begin.message?.([row.id])} />
      )}
      {!closed.has(row.state) && row.state !== 'blocked' && <ActionButton endpoint={actions.deviceBlock} {...act} />}
      {!['erased', 'retired'].includes(row.state) && <EraseButton type="text" onClick={() => begin.erase([row.id])} />}
      {['enrolled', 'unbound', 'erased', 'blocked'].includes(row.state) && <ActionButton endpoint={actions.deviceRetire} {...act} />}
    </RowActions>
  );
}

interface OpensProps {
  type: 'text' | 'default';
  onClick: () => void;
}

/** Opens the wizard of an erasure; there only with the grant. */
export function EraseButton(props: OpensProps): ReactElement {
  return <OpeningButton endpoint={eraseAdd} danger {...props} />;
}

/** Opens the dialog that unbinds; there only with the grant. */
export function UnbindButton(props: OpensProps): ReactElement {
  return <OpeningButton endpoint={bindingDelete} danger {...props} />;
}

/** What can be done with all that are selected. */
export function SelectedDevices({ selection, begin }: { selection: Selection<Row>; begin: Begin }): ReactElement {
  const { ids, rows, clear } = selection;
  const act = {
    names: rows.map(({ name }) => name),
    input: { ids: [...ids] },
    count: ids.length,
    invalidates: deviceReadings,
    onDone: clear,
  };
  return (
    <>
      <ActionButton endpoint={actions.deviceLock} {...act} />
      <ActionButton endpoint={actions.deviceUnlock} {...act} />
      <ActionButton endpoint={actions.deviceSignOut} {...act} />
      <ActionButton endpoint={actions.deviceBlock} {...act} />
      <EraseButton type="default" onClick={() => begin.erase(ids)} />
    </>
  );
}
