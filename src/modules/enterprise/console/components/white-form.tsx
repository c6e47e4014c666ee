import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { fileRule, whiteAdd, whiteDraft, whiteList } from '../../common/file-rule.contract.ts';

const F = fieldsOf(whiteDraft);

/** Puts people on the white list of a file rule, with the reason why. */
export function WhiteForm({ roleId, onClose }: { roleId: string; onClose: () => void }): ReactElement {
  const t = useT('enterprise');
  return (
    <FormDialog
      endpoint={whiteAdd}
      initial={{ ids: [], until: null }}
      input={(values) => ({
        roleId,
        ids: Array.isArray(values['ids']) ? values['ids'].map(String) : [],
        reason: typeof values['reason'] === 'string' ? values['reason'] : '',
        until: typeof values['until'] === 'number' ? values['until'] : null,
      })}
      invalidates={[whiteList, fileRule.list]}
      onClose={onClose}
    >
      <F.ids wide>
        <EmployeePicker multiple />
      </F.ids>
      <F.reason />
      <F.until as="time" help={t('fileWhite.untilHelp')} />
    </FormDialog>
  );
}
