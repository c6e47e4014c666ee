import { Input as TextInput } from 'antd';
import type { ReactElement } from 'react';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { itemBatchUpdate, itemList } from '../../common/item/item.contract.ts';
import { itemSubject } from './subjects.ts';

const F = fieldsOf(itemBatchUpdate.input);

/** Changes priority or due date of the chosen to-dos, as a job. */
export function BatchDialog({ ids, onClose }: { readonly ids: readonly string[]; readonly onClose: () => void }): ReactElement {
  return (
    <SubjectContext value={itemSubject}>
      <FormDialog
        endpoint={itemBatchUpdate}
        initial={{ priority: null, dueAt: null, reason: '' }}
        input={({ priority, dueAt, reason }) => ({
          ids: [...ids],
          ...(typeof priority === 'number' && { priority }),
          ...(typeof dueAt === 'number' && { dueAt }),
          reason: String(reason),
        })}
        invalidates={[itemList]}
        onClose={onClose}
      >
        <F.priority />
        <F.dueAt />
        <F.reason>
          <TextInput.TextArea rows={3} maxLength={500} />
        </F.reason>
      </FormDialog>
    </SubjectContext>
  );
}
