import { Form, Input } from 'antd';
import { useEffect, type ReactElement } from 'react';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { Facts } from '#kit/console/page/facts.tsx';
import { database, type DatabaseRow } from '../common/connection.contract.ts';
import { databaseTest } from '../common/test.contract.ts';
import { Browse } from './components/browse.tsx';
import { ConnectionTest, FormTest } from './components/connection-test.tsx';
import { LastTest } from './components/last-test.tsx';
import { Usage } from './components/usage.tsx';

const F = entityFields(database);

/** Databases that interfaces ask. */
export default function DatabasesPage(): ReactElement {
  return (
    <CrudPanel
      entity={database}
      columns={[
        'name',
        'kind',
        { name: 'host', cell: (row) => `${row.host}:${row.port}` },
        'database',
        'account',
        'allowWrite',
        { name: 'lastTest', sortable: false, cell: (row) => <LastTest test={row.lastTest} /> },
        { name: 'usedBy', as: 'number', sortable: false },
        'enabled',
      ]}
      form={(object) => <DatabaseFields id={object?.id} />}
      facts={(row: DatabaseRow) => (
        <>
          <Facts
            row={row}
            facts={[
              { name: 'kind', as: 'enum' },
              { name: 'host' },
              { name: 'port', show: ({ port }) => String(port) },
              { name: 'database' },
              { name: 'account' },
              { name: 'tls', as: 'enum' },
              { name: 'poolMax' },
              { name: 'allowWrite', as: 'enum' },
              { name: 'ownerDeptName' },
              { name: 'usedBy', always: true },
            ]}
          />
          <ConnectionTest endpoint={databaseTest} list={database.list} input={() => ({ id: row.id })} />
          <Browse id={row.id} kind={row.kind} />
          <Usage kind="database" id={row.id} />
        </>
      )}
    />
  );
}

function DatabaseFields({ id }: { id: string | undefined }): ReactElement {
  return (
    <>
      <F.name />
      <F.kind />
      {id === undefined && <UsualPort />}
      <F.host />
      <F.port />
      <F.database />
      <F.account />
      <F.secret as="secret" />
      <F.tls />
      <F.ca as="area">
        <Input.TextArea className="acc-code" rows={3} spellCheck={false} />
      </F.ca>
      <F.poolMax />
      <F.allowWrite as="switch" />
      <F.ownerDeptId>
        <DepartmentPicker />
      </F.ownerDeptId>
      <FormTest id={id} endpoint={databaseTest} list={database.list} />
    </>
  );
}

const usualPorts = new Map([
  ['postgresql', 5432],
  ['mysql', 3306],
  ['mariadb', 3306],
  ['sqlserver', 1433],
  ['oracle', 1521],
]);

/** The port of a new database follows its kind, as long as nobody entered another. */
function UsualPort(): null {
  const form = Form.useFormInstance();
  const kind: unknown = Form.useWatch('kind', form);
  useEffect(() => {
    const [usual, present] = [usualPorts.get(String(kind)), Number(form.getFieldValue('port'))];
    if (usual !== undefined && [...usualPorts.values()].includes(present)) form.setFieldValue('port', usual);
  }, [form, kind]);
  return null;
}
