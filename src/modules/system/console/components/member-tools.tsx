import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { roleMembers } from '../../common/permissions.ts';
import { memberExport, memberImport } from '../../common/role.contract.ts';

const ImportDialog = later(
  'import-dialog',
  async () => (await import('#kit/console/change/import-dialog.tsx')).ImportDialog<typeof memberImport, typeof memberExport>,
);

/** Reads people of a role from a file, and writes them to one. */
export function MemberTools({ roleId }: { roleId: string }): ReactElement {
  const t = useT('system');
  const [importing, setImporting] = useState(false);
  return (
    <>
      <Permit code={roleMembers.button.import}>
        {(name) => (
          <Button icon={<UploadOutlined aria-hidden="true" />} onClick={() => setImporting(true)}>
            {name}
          </Button>
        )}
      </Permit>
      <ExportButton endpoint={memberExport} input={(format) => ({ roleId, format })} />
      {importing && (
        <ImportDialog title={t('import.title')} start={memberImport} options={{ roleId }} onClose={() => setImporting(false)}>
          <p>{t('import.help')}</p>
        </ImportDialog>
      )}
    </>
  );
}
