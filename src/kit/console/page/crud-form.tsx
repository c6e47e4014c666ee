import type { ReactElement, ReactNode } from 'react';
import { fieldOf } from '../call/call-error.ts';
import { DrawerForm } from '../form/drawer-form.tsx';
import { defaultValues, storedValues, type FormValues } from '../form/form-values.ts';
import { readingsOf } from './crud-actions.tsx';
import type { CrudEndpoints } from './crud-endpoints.ts';
import type { Subject } from './subject.ts';

interface AddFormProps {
  endpoints: CrudEndpoints;
  subject: Subject;
  fields: ReactNode;
  onSaved: (id: string | undefined) => void;
  onClose: () => void;
}

/** The form of a new object; it begins with the defaults of the contract. */
export function AddForm({ endpoints, subject, fields, onSaved, onClose }: AddFormProps): ReactElement | null {
  const { add } = endpoints;
  if (!add) return null;
  return (
    <DrawerForm
      endpoint={add}
      subject={subject}
      initial={defaultValues(add.input)}
      invalidates={readingsOf(endpoints)}
      onSaved={(reply) => {
        const id = fieldOf(reply, 'id');
        onSaved(typeof id === 'string' ? id : undefined);
      }}
      onClose={onClose}
    >
      {fields}
    </DrawerForm>
  );
}

interface EditFormProps {
  endpoints: CrudEndpoints;
  subject: Subject;
  id: string;
  /** As it was read. */
  object: object;
  /** The values of the fields; those of the same name unless said. */
  valuesOf: ((object: object) => FormValues) | undefined;
  fields: ReactNode;
  onClose: () => void;
}

/** The form of a stored object: only changed fields are sent, with the version that was read. */
export function EditForm({ endpoints, subject, id, object, valuesOf, fields, onClose }: EditFormProps): ReactElement | null {
  const { update } = endpoints;
  if (!update) return null;
  const read = (current: unknown): FormValues =>
    valuesOf && typeof current === 'object' && current !== null ? valuesOf(current) : storedValues(update.input, current);
  return (
    <DrawerForm
      endpoint={update}
      subject={subject}
      initial={read(object)}
      target={{ id, version: Number(fieldOf(object, 'version')) }}
      valuesOf={read}
      invalidates={readingsOf(endpoints)}
      onClose={onClose}
    >
      {fields}
    </DrawerForm>
  );
}
