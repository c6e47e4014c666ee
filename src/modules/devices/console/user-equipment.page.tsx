import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { useNavigate } from 'react-router';
import { bindingList, type BindingRow } from '../common/binding.contract.ts';
import * as device from '../common/action.contract.ts';
import { equipmentInfoPage } from '../common/permissions.ts';
import { equipmentColumns } from './components/binding-columns.tsx';
import { EraseButton, UnbindButton } from './components/device-actions.tsx';
import { deviceReadings } from './readings.ts';
import { bindingSubject } from './subjects.ts';

const EraseWizard = later('erase-wizard', async () => (await import('./components/erase-wizard.tsx')).EraseWizard);
const UnbindDialog = later('unbind-dialog', async () => (await import('./components/unbind-dialog.tsx')).UnbindDialog);

/** People and their equipment with its posture. */
export default function UserEquipmentPage(): ReactElement {
  const t = useT('devices');
  const list = useList(bindingList, { fixed: { state: 'bound' }, searchKey: 'text' });
  const go = useNavigate();
  const [erasing, setErasing] = useState<readonly string[]>();
  const [unbinding, setUnbinding] = useState<BindingRow>();
  return (
    <SubjectContext value={bindingSubject}>
      <ListPanel
        subject={bindingSubject}
        list={list}
        columns={equipmentColumns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="platform" />
            <EnumFilter list={list} name="deviceState" />
            <EnumFilter list={list} name="compliant" />
            <PickFilter list={list} name="deptId">
              <DepartmentPicker />
            </PickFilter>
          </>
        }
        rowActions={(row) => {
          const act = { names: [row.deviceName], input: { ids: [row.deviceId] }, type: 'text' as const, invalidates: deviceReadings };
          return (
            <RowActions name={row.deviceName}>
              {row.deviceState === 'bound' && <ActionButton endpoint={device.deviceLock} {...act} />}
              {row.deviceState === 'locked' && <ActionButton endpoint={device.deviceUnlock} {...act} />}
              {row.deviceState === 'blocked' && <ActionButton endpoint={device.deviceUnblock} {...act} />}
              <ActionButton endpoint={device.deviceSignOut} {...act} />
              {row.deviceState !== 'blocked' && <ActionButton endpoint={device.deviceBlock} {...act} />}
              <UnbindButton type="text" onClick={() => setUnbinding(row)} />
              <EraseButton type="text" onClick={() => setErasing([row.deviceId])} />
            </RowActions>
          );
        }}
        onOpen={(row) => void go(`${equipmentInfoPage.route}?id=${row.deviceId}`)}
        empty={<EmptyState title={t('device.empty')} hint={t('device.emptyHint')} />}
      />
      {unbinding && <UnbindDialog rows={[unbinding]} onClose={() => setUnbinding(undefined)} />}
      {erasing && <EraseWizard deviceIds={erasing} onClose={() => setErasing(undefined)} />}
    </SubjectContext>
  );
}
