import { UploadOutlined } from '@ant-design/icons';
import { Button, Radio } from 'antd';
import { useState, type ReactElement } from 'react';
import { ImportDialog } from '#kit/console/change/import-dialog.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import type { List } from '#kit/console/page/use-list.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { employeeExport, employeeImportPreview, employeeImportTemplate, importModes } from '../../common/employee-bulk.contract.ts';
import { employeeFilter, type employeeList, type EmployeeRow } from '../../common/employee.contract.ts';
import { userManagement } from '../../common/permissions.ts';

/** Import and export of people: what is selected, else what is filtered. */
export function PeopleTools({ list }: { list: List<EmployeeRow, typeof employeeList> }): ReactElement {
  const [importing, setImporting] = useState(false);
  const { ids } = list.selection;
  return (
    <>
      <Permit code={userManagement.button.import}>
        {(name) => (
          <Button icon={<UploadOutlined />} onClick={() => setImporting(true)}>
            {name}
          </Button>
        )}
      </Permit>
      <ExportButton
        endpoint={employeeExport}
        input={(format) => ({ format, ...(ids.length > 0 ? { ids: [...ids] } : { filter: employeeFilter.parse(list.asked) }) })}
      />
      {importing && <PeopleImport onClose={() => setImporting(false)} />}
    </>
  );
}

function PeopleImport({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const [mode, setMode] = useState<(typeof importModes)[number]>('both');
  return (
    <ImportDialog
      title={t('people.importTitle')}
      start={employeeImportPreview}
      options={{ mode }}
      template={{ endpoint: employeeImportTemplate, input: { language }, name: 'employees.xlsx' }}
      onClose={onClose}
    >
      <Radio.Group
        aria-label={t('people.importMode')}
        value={mode}
        onChange={(event) => setMode(importModes.find((one) => one === event.target.value) ?? 'both')}
        options={importModes.map((value) => ({ value, label: t(`people.importMode.${value}`) }))}
      />
    </ImportDialog>
  );
}
