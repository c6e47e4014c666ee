import { Input } from 'antd';
import type { ReactElement } from 'react';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { Facts } from '#kit/console/page/facts.tsx';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { soap, type SoapRow } from '../common/connection.contract.ts';
import { soapTest } from '../common/test.contract.ts';
import { ConnectionTest, FormTest } from './components/connection-test.tsx';
import { LastTest } from './components/last-test.tsx';
import { SoapOperations } from './components/soap-operations.tsx';
import { Usage } from './components/usage.tsx';

const F = entityFields(soap);

/** SOAP services. */
export default function SoapPage(): ReactElement {
  return (
    <CrudPanel
      entity={soap}
      columns={[
        'name',
        'soapVersion',
        { name: 'operations', sortable: false, cell: (row) => String(row.operations.length) },
        { name: 'readAt', as: 'time', sortable: false },
        { name: 'lastTest', sortable: false, cell: (row) => <LastTest test={row.lastTest} /> },
        { name: 'usedBy', as: 'number', sortable: false },
        'enabled',
      ]}
      form={(object) => (
        <>
          <F.name />
          <F.wsdlUrl as="text" />
          <F.endpoint as="text" />
          <F.soapVersion as="radio" />
          <F.security />
          <F.account />
          <F.secret as="secret" />
          <F.ca wide>
            <Input.TextArea className="acc-code" rows={3} spellCheck={false} />
          </F.ca>
          <F.ownerDeptId>
            <DepartmentPicker />
          </F.ownerDeptId>
          <FormTest id={object?.id} endpoint={soapTest} list={soap.list} />
        </>
      )}
      facts={(row: SoapRow) => (
        <>
          <Facts
            row={row}
            facts={[
              { name: 'wsdlUrl' },
              { name: 'endpoint' },
              { name: 'soapVersion', as: 'enum' },
              { name: 'security', as: 'enum' },
              { name: 'account' },
              { name: 'ownerDeptName' },
              { name: 'readAt', as: 'time' },
              { name: 'usedBy', always: true },
            ]}
          />
          <ConnectionTest endpoint={soapTest} list={soap.list} input={() => ({ id: row.id })} />
          <SoapOperations row={row} />
          <Usage kind="soap" id={row.id} />
        </>
      )}
    />
  );
}
