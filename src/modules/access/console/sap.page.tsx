import { Input } from 'antd';
import type { ReactElement } from 'react';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { Facts } from '#kit/console/page/facts.tsx';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { sap, type SapRow } from '../common/connection.contract.ts';
import { sapTest } from '../common/test.contract.ts';
import { ConnectionTest, FormTest } from './components/connection-test.tsx';
import { LastTest } from './components/last-test.tsx';
import { NamesBrowse } from './components/names-browse.tsx';
import { Usage } from './components/usage.tsx';

const F = entityFields(sap);

/** SAP systems. */
export default function SapPage(): ReactElement {
  return (
    <CrudPanel
      entity={sap}
      columns={[
        'name',
        'mode',
        { name: 'host', cell: (row) => `${row.host}:${row.port}` },
        'client',
        { name: 'lastTest', sortable: false, cell: (row) => <LastTest test={row.lastTest} /> },
        { name: 'usedBy', as: 'number', sortable: false },
        'enabled',
      ]}
      form={(object) => (
        <>
          <F.name />
          <F.mode />
          <F.host />
          <F.port />
          <F.https as="switch" />
          <F.client />
          <F.language />
          <F.account />
          <F.secret as="secret" />
          <F.path as="text" />
          <F.odataVersion as="radio" />
          <F.ca wide>
            <Input.TextArea className="acc-code" rows={3} spellCheck={false} />
          </F.ca>
          <F.ownerDeptId>
            <DepartmentPicker />
          </F.ownerDeptId>
          <FormTest id={object?.id} endpoint={sapTest} list={sap.list} />
        </>
      )}
      facts={(row: SapRow) => (
        <>
          <Facts
            row={row}
            facts={[
              { name: 'mode', as: 'enum' },
              { name: 'host' },
              { name: 'port', show: ({ port }) => String(port) },
              { name: 'client' },
              { name: 'language' },
              { name: 'account' },
              { name: 'path' },
              { name: 'ownerDeptName' },
              { name: 'usedBy', always: true },
            ]}
          />
          <SapUntried />
          <ConnectionTest endpoint={sapTest} list={sap.list} input={() => ({ id: row.id })} />
          <NamesBrowse id={row.id} kind="sap" />
          <Usage kind="sap" id={row.id} />
        </>
      )}
    />
  );
}

/** Nobody has met a real SAP system with this product yet: who sets one up knows it. */
function SapUntried(): ReactElement {
  const t = useT('access');
  return <p className="acc-soft">{t('sap.untried')}</p>;
}
