import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { storedValues } from '#kit/console/form/form-values.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter, SearchFilter, TimeFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { deviceMessage, enrolCodeAdd } from '../common/action.contract.ts';
import { deviceExport } from '../common/export.contract.ts';
import { deviceList, deviceUpdate, type DeviceRow } from '../common/device.contract.ts';
import { DeviceActions, SelectedDevices, type Begin } from './components/device-actions.tsx';
import { Compliance, DeviceTag } from './components/device-words.tsx';
import { Tiles } from './components/tiles.tsx';
import { deviceReadings } from './readings.ts';
import { deviceSubject } from './subjects.ts';

const DeviceDrawer = later('device-drawer', async () => (await import('./components/device-drawer.tsx')).DeviceDrawer);
const EraseWizard = later('erase-wizard', async () => (await import('./components/erase-wizard.tsx')).EraseWizard);
const EnrolCode = later('enrol-code', async () => (await import('./components/enrol-code.tsx')).EnrolCode);

const U = fieldsOf(deviceUpdate.input);
const M = fieldsOf(deviceMessage.input);

const columns: readonly Column<DeviceRow, typeof deviceSubject>[] = [
  { name: 'name', width: 170 },
  { name: 'platform', as: 'enum', sortable: false, width: 100 },
  { name: 'model', sortable: false, optional: true },
  { name: 'systemVersion', sortable: false, optional: true },
  { name: 'people', sortable: false, cell: (row) => row.people.map(({ name }) => name).join(' · ') },
  { name: 'departmentName', sortable: false, optional: true },
  { name: 'ownership', as: 'enum', sortable: false, width: 90 },
  { name: 'state', sortable: false, width: 130, cell: (row) => <Standing row={row} /> },
  { name: 'compliant', sortable: false, width: 130, cell: (row) => <Compliance compliant={row.compliant} failing={row.failing} /> },
  { name: 'lastSeenAt', as: 'time', width: 150 },
  { name: 'lastAddress', as: 'code', sortable: false, optional: true },
  { name: 'terminalVersion', sortable: false, optional: true },
];

/** How a device stands, and what it has still to be told. */
function Standing({ row }: { row: DeviceRow }): ReactElement {
  const t = useT('devices');
  return (
    <>
      <DeviceTag state={row.state} />
      {row.pendingCommand !== null && (
        <small className="devices-line">{t('device.pending', { command: t(`command.${row.pendingCommand}`) })}</small>
      )}
    </>
  );
}

/** Every enrolled device, with how they stand. */
export default function DeviceInfoPage(): ReactElement {
  const t = useT('devices');
  const list = useList(deviceList, { searchKey: 'text' });
  const chosen = useChosen();
  const [erasing, setErasing] = useState<readonly string[]>();
  const [editing, setEditing] = useState<DeviceRow>();
  const [telling, setTelling] = useState<readonly string[]>();
  const [coding, setCoding] = useState(false);
  const code = useActionName(enrolCodeAdd);
  const begin: Begin = { erase: setErasing, edit: setEditing, message: setTelling };
  return (
    <SubjectContext value={deviceSubject}>
      <Tiles />
      <ListPanel
        subject={deviceSubject}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="platform" />
            <EnumFilter list={list} name="state" />
            <EnumFilter list={list} name="ownership" />
            <EnumFilter list={list} name="compliant" />
            <PickFilter list={list} name="deptId">
              <DepartmentPicker />
            </PickFilter>
            <TimeFilter list={list} from="seenFrom" to="seenTo" />
            <ExportButton endpoint={deviceExport} input={(format) => ({ format, filter: list.asked })} />
            {code.granted && <Button onClick={() => setCoding(true)}>{code.name}</Button>}
          </>
        }
        rowActions={(row) => <DeviceActions row={row} begin={begin} />}
        bulk={(selection) => <SelectedDevices selection={selection} begin={begin} />}
        onOpen={(row) => chosen.show(row.id)}
        empty={<EmptyState title={t('device.empty')} hint={t('device.emptyHint')} />}
      />
      {chosen.id !== undefined && (
        <DeviceDrawer key={chosen.id} id={chosen.id} actions={(row) => <DeviceActions row={row} begin={begin} />} onClose={chosen.close} />
      )}
      {erasing && <EraseWizard deviceIds={erasing} onClose={() => setErasing(undefined)} />}
      {coding && <EnrolCode onClose={() => setCoding(false)} />}
      {editing && <EditDevice row={editing} onClose={() => setEditing(undefined)} />}
      {telling && (
        <FormDialog
          endpoint={deviceMessage}
          initial={{ text: '' }}
          input={(values) => ({ ids: [...telling], text: String(values['text'] ?? '') })}
          invalidates={deviceReadings}
          onClose={() => setTelling(undefined)}
        >
          <M.text label={t('message.text')} />
        </FormDialog>
      )}
    </SubjectContext>
  );
}

const valuesOf = (row: unknown) => storedValues(deviceUpdate.input, row);

function EditDevice({ row, onClose }: { row: DeviceRow; onClose: () => void }): ReactElement {
  return (
    <DrawerForm
      endpoint={deviceUpdate}
      subject={deviceSubject}
      initial={valuesOf(row)}
      target={{ id: row.id, version: row.version }}
      valuesOf={valuesOf}
      invalidates={deviceReadings}
      onClose={onClose}
    >
      <U.name />
      <U.ownership />
      <U.assetNo />
      <U.remark />
    </DrawerForm>
  );
}
