import { Input as TextInput } from 'antd';
import type { ReactElement } from 'react';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { itemGet, itemList, itemTransfer } from '../../common/item/item.contract.ts';
import { itemSubject } from './subjects.ts';

const F = fieldsOf(itemTransfer.input);

/** Hands open parts of to-dos to somebody else: of one person, or of all. */
export function TransferDialog({ ids, onClose }: { readonly ids: readonly string[]; readonly onClose: () => void }): ReactElement {
  return (
    <SubjectContext value={itemSubject}>
      <FormDialog
        endpoint={itemTransfer}
        initial={{ ids: [...ids], toEmpId: null, fromEmpId: null, reason: '' }}
        input={({ toEmpId, fromEmpId, reason }) => ({
          ids: [...ids],
          toEmpId: String(toEmpId),
          ...(typeof fromEmpId === 'string' && { fromEmpId }),
          reason: String(reason),
        })}
        invalidates={[itemList, itemGet]}
        onClose={onClose}
      >
        <F.fromEmpId>
          <EmployeePicker />
        </F.fromEmpId>
        <F.toEmpId>
          <EmployeePicker />
        </F.toEmpId>
        <F.reason>
          <TextInput.TextArea rows={3} maxLength={500} />
        </F.reason>
      </FormDialog>
    </SubjectContext>
  );
}
