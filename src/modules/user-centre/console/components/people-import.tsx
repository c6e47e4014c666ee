import { Radio } from 'antd';
import { useState, type ReactElement } from 'react';
import { ImportDialog } from '#kit/console/change/import-dialog.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { employeeImportPreview, employeeImportTemplate, importModes } from '../../common/employee-bulk.contract.ts';

/** People from a workbook, as a plan: new ones, changed ones, or both. */
export function PeopleImport({ onClose }: { onClose: () => void }): ReactElement {
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
