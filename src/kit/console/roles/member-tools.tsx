import { useState, type ReactElement } from 'react';
import type { MemberFilesContract } from '#kit/common/role/member-files.contract.ts';
import { useT } from '../i18n/use-t.ts';
import { ExportButton } from '../jobs/export-button.tsx';
import { later } from '../shell/later.tsx';
import { ImportButton } from '../jobs/import-button.tsx';

const ImportDialog = later(
  'import-dialog',
  async () => (await import('../change/import-dialog.tsx')).ImportDialog<MemberFilesContract['import'], MemberFilesContract['export']>,
);

const read = { employee: 'account', department: 'fullName', crowd: 'name' } as const;
const help = { employee: 'members.importHelp', department: 'members.importDepartments', crowd: 'members.importCrowds' } as const;

/** Reads members of a role from a file, and writes them to one. */
export function MemberTools({ files, roleId }: { files: MemberFilesContract; roleId: string }): ReactElement {
  const t = useT('kit');
  const [importing, setImporting] = useState(false);
  const label = read[files.kind];
  const columns = [
    { name: label, label: label === 'name' ? t('field.name') : t(`member.field.${label}`), required: true },
    { name: 'until', label: t('member.field.until') },
  ];
  return (
    <>
      <ImportButton code={files.codes.import} onClick={() => setImporting(true)} />
      <ExportButton endpoint={files.export} input={(format) => ({ roleId, format })} />
      {importing && (
        <ImportDialog
          title={t('members.import')}
          start={files.import}
          options={{ roleId }}
          columns={columns}
          onClose={() => setImporting(false)}
        >
          <p>{t(help[files.kind])}</p>
        </ImportDialog>
      )}
    </>
  );
}
