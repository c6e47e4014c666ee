import type { ReactElement } from 'react';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { fanGet, fanList, fanRemark } from '../../common/fan.contract.ts';
import { fanSubject } from '../subjects.ts';

const F = fieldsOf(fanRemark.input);

interface RemarkDialogProps {
  readonly snoId: string;
  readonly empIds: readonly string[];
  readonly remark: string;
  readonly onClose: () => void;
}

/** What the account knows about a fan. */
export function RemarkDialog({ snoId, empIds, remark, onClose }: RemarkDialogProps): ReactElement {
  const t = useT('public-fans');
  return (
    <SubjectContext value={fanSubject}>
      <FormDialog
        endpoint={fanRemark}
        initial={{ remark }}
        input={(values) => ({ snoId, empIds: [...empIds], remark: String(values['remark'] ?? '') })}
        invalidates={[fanList, fanGet]}
        onClose={onClose}
      >
        <p>{t('fan.remarkHint')}</p>
        <F.remark />
      </FormDialog>
    </SubjectContext>
  );
}
