import { Form, Radio, Switch } from 'antd';
import { useState, type ReactElement } from 'react';
import { ImportDialog } from '#kit/console/change/import-dialog.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { employeeImportPreview, employeeImportTemplate, importModes, type importTargets } from '../../common/employee-bulk.contract.ts';

interface PeopleImportProps {
  target?: (typeof importTargets)[number];
  onClose: () => void;
}
import { departmentColumns } from '../../common/department-files.contract.ts';
import { importColumns } from '../../common/import-columns.ts';

/** People or departments from a workbook, as a plan: new ones, changed ones, or both. */
export function PeopleImport({ target = 'employee', onClose }: PeopleImportProps): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const [mode, setMode] = useState<(typeof importModes)[number]>('both');
  const [creates, setCreates] = useState(false);
  const columns =
    target === 'department'
      ? departmentColumns.map((name) => ({ name, label: t(`department.column.${name}`), required: name === 'fullName' }))
      : importColumns.map((name) => ({ name, label: t(`employee.field.${name}`), required: name === 'account' }));
  return (
    <ImportDialog
      title={t(target === 'department' ? 'people.importDepartments' : 'people.importTitle')}
      start={employeeImportPreview}
      options={{ target, mode, createDepartments: creates }}
      columns={columns}
      template={{ endpoint: employeeImportTemplate, input: { target, language }, name: `${target}s.xlsx` }}
      onClose={onClose}
    >
      <Radio.Group
        aria-label={t('people.importMode')}
        value={mode}
        onChange={(event) => setMode(importModes.find((one) => one === event.target.value) ?? 'both')}
        options={importModes.map((value) => ({ value, label: t(`people.importMode.${value}`) }))}
      />
      {target === 'employee' && (
        <Form.Item label={t('people.createDepartments')} extra={t('people.createDepartmentsHelp')} className="muc-import-switch">
          <Switch checked={creates} onChange={setCreates} aria-label={t('people.createDepartments')} />
        </Form.Item>
      )}
    </ImportDialog>
  );
}
