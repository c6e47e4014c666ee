import { Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { OpeningButton } from '#kit/console/action/opening-button.tsx';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { safeDevice, safeMatch, type SafeDeviceRow } from '../common/safe.contract.ts';
import { later } from '#kit/console/shell/later.tsx';
import { TagsInput } from './components/rule-inputs.tsx';

const MatchDialog = later('match-dialog', async () => (await import('./components/match-dialog.tsx')).MatchDialog);

const F = entityFields(safeDevice);

function Form(): ReactElement {
  return (
    <>
      <F.name />
      <F.assetNo />
      <F.platform />
      <F.ownerDeptId />
      <F.serial />
      <F.motherboardUuid />
      <F.macs wide>
        <TagsInput />
      </F.macs>
      <F.diskUuids wide>
        <TagsInput />
      </F.diskUuids>
      <F.uses as="checks" wide />
      <F.remark wide />
    </>
  );
}

/** The register of company equipment. */
export default function EquipmentPage(): ReactElement {
  const t = useT('devices');
  const [matching, setMatching] = useState<SafeDeviceRow>();
  return (
    <>
      <CrudPanel
        entity={safeDevice}
        columns={[
          'name',
          'platform',
          { name: 'serial', as: 'code', sortable: false },
          { name: 'assetNo', as: 'code' },
          { name: 'ownerDeptId', wrap: true, width: 120, cell: (row) => row.ownerDeptName },
          {
            name: 'uses',
            sortable: false,
            wrap: true,
            width: 150,
            cell: (row) => row.uses.map((one) => t(`safeDevice.uses.${one}`)).join(' · '),
          },
          { name: 'matchedDevice', sortable: false, wrap: true, width: 130, cell: (row) => <Match row={row} /> },
          'enabled',
        ]}
        filters={(list) => (
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="platform" />
            <EnumFilter list={list} name="use" />
            <EnumFilter list={list} name="matchState" />
            <PickFilter list={list} name="ownerDeptId">
              <DepartmentPicker />
            </PickFilter>
            <EnumFilter list={list} name="enabled" />
          </>
        )}
        form={<Form />}
        rowActions={(row) =>
          row.matchedDeviceId === null ? (
            <OpeningButton endpoint={safeMatch} type="text" onClick={() => setMatching(row)} />
          ) : (
            <ActionButton
              endpoint={safeMatch}
              input={{ id: row.id, deviceId: null }}
              names={[row.name]}
              type="text"
              invalidates={[safeDevice.list, safeDevice.get]}
            >
              {t('safeDevice.unmatch')}
            </ActionButton>
          )
        }
      />
      {matching && <MatchDialog row={matching} onClose={() => setMatching(undefined)} />}
    </>
  );
}

function Match({ row }: { row: SafeDeviceRow }): ReactElement {
  const t = useT('devices');
  if (row.matchedDevice !== '') return <>{row.matchedDevice}</>;
  return <Tag color={row.matchState === 'conflict' ? 'error' : 'default'}>{t(`safeDevice.matchState.${row.matchState}`)}</Tag>;
}
