import type { ReactElement } from 'react';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { subject, SubjectContext } from '#kit/console/page/subject.ts';
import { feedback, feedbackAssign } from '../../common/feedback.contract.ts';

const F = fieldsOf(feedbackAssign.input);

/** Gives feedback to somebody, or to nobody. */
export function AssignDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }): ReactElement {
  return (
    <SubjectContext value={subject('app-feedback', 'feedback')}>
      <FormDialog
        endpoint={feedbackAssign}
        initial={{ assigneeId: null }}
        input={({ assigneeId }) => ({ ids: [...ids], assigneeId: typeof assigneeId === 'string' ? assigneeId : null })}
        invalidates={[feedback.list, feedback.get]}
        onClose={onClose}
      >
        <F.assigneeId>
          <EmployeePicker />
        </F.assigneeId>
      </FormDialog>
    </SubjectContext>
  );
}
