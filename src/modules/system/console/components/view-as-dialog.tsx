import type { ReactElement } from 'react';
import { startView } from '#kit/console/boot/view-as.ts';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { subject, SubjectContext } from '#kit/console/page/subject.ts';
import type { RoleHolder } from '#kit/common/role/role.schema.ts';
import { viewAs } from '../../common/role.contract.ts';

const F = fieldsOf(viewAs.input);

/** Asks why, then opens the console as somebody else sees it. */
export function ViewAsDialog({ row, onClose }: { row: RoleHolder; onClose: () => void }): ReactElement {
  const t = useT('system');
  return (
    <SubjectContext value={subject('system', 'viewAs')}>
      <FormDialog
        endpoint={viewAs}
        title={t('viewAs.title', { name: row.name })}
        initial={{ reason: '' }}
        input={(values) => ({ empId: row.id, reason: String(values['reason'] ?? '') })}
        onSaved={({ accessToken }) => startView(accessToken)}
        onClose={onClose}
      >
        <p>{t('viewAs.help')}</p>
        <F.reason />
      </FormDialog>
    </SubjectContext>
  );
}
