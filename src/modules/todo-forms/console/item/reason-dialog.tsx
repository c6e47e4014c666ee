import { Input as TextInput } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import type { z } from 'zod';
import type { Endpoint } from '#kit/common/contract.ts';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { SubjectContext, type Subject } from '#kit/console/page/subject.ts';
import { answerCancel, answerClose } from '../../common/item/answer.contract.ts';
import { itemFinish, itemWithdraw } from '../../common/item/item.contract.ts';

const reasoned = { withdraw: itemWithdraw, finish: itemFinish, cancel: answerCancel, close: answerClose } as const;
/** What is done with a reason alone. */
export type Reasoned = keyof typeof reasoned;

const F = fieldsOf(itemWithdraw.input);

interface ReasonDialogProps {
  readonly what: Reasoned;
  readonly subject: Subject;
  readonly ids: readonly string[];
  readonly invalidates: readonly Endpoint<z.ZodType, z.ZodType>[];
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Asks for the reason of what is done to several to-dos or answers. */
export function ReasonDialog({ what, subject, ids, invalidates, onClose }: ReasonDialogProps): ReactElement {
  return (
    <SubjectContext value={subject}>
      <FormDialog
        endpoint={reasoned[what]}
        initial={{ ids: [...ids], reason: '' }}
        input={({ reason }) => ({ ids: [...ids], reason: String(reason) })}
        invalidates={invalidates}
        onClose={onClose}
      >
        <F.reason>
          <TextInput.TextArea rows={3} maxLength={500} />
        </F.reason>
      </FormDialog>
    </SubjectContext>
  );
}
