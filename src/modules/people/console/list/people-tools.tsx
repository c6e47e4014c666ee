import { SettingOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRequestedAction } from '#kit/console/routes/use-requested-action.ts';
import type { List } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { useCan } from '#kit/console/store/granted.ts';
import { employeeExport } from '../../common/employee-bulk.contract.ts';
import { employeeFilter, type employeeList, type EmployeeRow } from '../../common/employee.contract.ts';
import { userManagement } from '../../common/permissions.ts';

const PeopleImport = later('people-import', async () => (await import('./people-import.tsx')).PeopleImport);

interface PeopleToolsProps {
  list: List<EmployeeRow, typeof employeeList>;
  onSettings: () => void;
}

/** What is set, import and export of people: what is selected, else what is filtered. */
export function PeopleTools({ list, onSettings }: PeopleToolsProps): ReactElement {
  const [importing, setImporting] = useState(false);
  useRequestedAction('import', () => setImporting(true));
  const { ids } = list.selection;
  const t = useT('user-centre');
  const can = useCan();
  const chosen = () => (ids.length > 0 ? { ids: [...ids] } : { filter: employeeFilter.parse(list.asked) });
  return (
    <>
      <Permit code={userManagement.button.settings}>
        {(name) => (
          <Button icon={<SettingOutlined aria-hidden="true" />} onClick={onSettings}>
            {name}
          </Button>
        )}
      </Permit>
      <Permit code={userManagement.button.import}>
        {(name) => (
          <Button icon={<UploadOutlined aria-hidden="true" />} onClick={() => setImporting(true)}>
            {name}
          </Button>
        )}
      </Permit>
      <ExportButton
        endpoint={employeeExport}
        input={(format) => ({ format, ...chosen() })}
        other={
          can(userManagement.button.exportFull)
            ? { label: (format) => t('people.exportFull', { format }), input: (format) => ({ format, full: true, ...chosen() }) }
            : undefined
        }
      />
      {importing && <PeopleImport onClose={() => setImporting(false)} />}
    </>
  );
}
