import type { ReactElement } from 'react';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { Facts } from '#kit/console/page/facts.tsx';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { dubbo, type DubboRow } from '../common/connection.contract.ts';
import { dubboTest } from '../common/test.contract.ts';
import { ConnectionTest, FormTest } from './components/connection-test.tsx';
import { LastTest } from './components/last-test.tsx';
import { NamesBrowse } from './components/names-browse.tsx';
import { Usage } from './components/usage.tsx';

const F = entityFields(dubbo);

/** Dubbo connections. */
export default function DubboPage(): ReactElement {
  return (
    <CrudPanel
      entity={dubbo}
      columns={[
        'name',
        'mode',
        { name: 'addresses', sortable: false, cell: (row) => row.addresses.join(', ') },
        { name: 'lastTest', sortable: false, cell: (row) => <LastTest test={row.lastTest} /> },
        { name: 'usedBy', as: 'number', sortable: false },
        'enabled',
      ]}
      form={(object) => (
        <>
          <F.name />
          <F.mode />
          <F.addresses as="tags" wide />
          <F.root />
          <F.protocol />
          <F.application />
          <F.timeoutMs />
          <F.ownerDeptId>
            <DepartmentPicker />
          </F.ownerDeptId>
          <FormTest id={object?.id} endpoint={dubboTest} list={dubbo.list} />
        </>
      )}
      facts={(row: DubboRow) => (
        <>
          <Facts
            row={row}
            facts={[
              { name: 'mode', as: 'enum' },
              { name: 'addresses', show: ({ addresses }) => addresses.join(', ') },
              { name: 'root' },
              { name: 'protocol', as: 'enum' },
              { name: 'application' },
              { name: 'timeoutMs' },
              { name: 'ownerDeptName' },
              { name: 'usedBy', always: true },
            ]}
          />
          <ConnectionTest endpoint={dubboTest} list={dubbo.list} input={() => ({ id: row.id })} />
          <NamesBrowse id={row.id} kind="dubbo" />
          <Usage kind="dubbo" id={row.id} />
        </>
      )}
    />
  );
}
