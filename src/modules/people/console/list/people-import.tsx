import { Radio } from 'antd';
import { useState, type ReactElement } from 'react';
import { ImportDialog } from '#kit/console/change/import-dialog.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { employeeImportPreview, employeeImportTemplate, importModes, type importTargets } from '../../common/employee-bulk.contract.ts';

interface PeopleImportProps {
  target?: (typeof importTargets)[number];
  onClose: () => void;
}

/** People or departments from a workbook, as a plan: new ones, changed ones, or both. */
export function PeopleImport({ target = 'employee', onClose }: PeopleImportProps): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const [mode, setMode] = useState<(typeof importModes)[number]>('both');
  return (
    <ImportDialog
      title={t(target === 'department' ? 'people.importDepartments' : 'people.importTitle')}
      start={employeeImportPreview}
      options={{ target, mode }}
      template={{ endpoint: employeeImportTemplate, input: { target, language }, name: `${target}s.xlsx` }}
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
