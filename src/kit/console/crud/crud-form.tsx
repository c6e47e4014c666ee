import { useRef, type ReactElement, type ReactNode } from 'react';
import { fieldOf } from '../call/call-error.ts';
import { DrawerForm } from '../form/drawer-form.tsx';
import { defaultValues, storedValues, type FormValues } from '../form/form-values.ts';
import { readingsOf } from './crud-actions.tsx';
import type { CrudEndpoints } from './crud-endpoints.ts';
import type { Subject } from '../page/subject.ts';
import type { Chosen } from '../page/use-chosen.ts';
import { idOf } from '../page/use-selection.ts';

interface CrudFormsProps {
  endpoints: CrudEndpoints;
  subject: Subject;
  /** Whose `add` opens the form of a new object, which is shown once it is there. */
  chosen: Chosen;
  /** The object that is changed, as it was read. */
  edited: object | undefined;
  onEdited: () => void;
  /** The values of the fields of an object; those of the same name unless said. */
  valuesOf: ((object: object) => FormValues) | undefined;
  fields: (object: object | undefined) => ReactNode;
}

/** The forms of a page: for a new object, and for the one that is changed. */
export function CrudForms({ endpoints, subject, chosen, edited, onEdited, valuesOf, fields }: CrudFormsProps): ReactElement {
  return (
    <>
      {chosen.adding && (
        <AddForm endpoints={endpoints} subject={subject} onSaved={chosen.show} onClose={chosen.close}>
          {fields(undefined)}
        </AddForm>
      )}
      {edited && (
        <EditForm key={idOf(edited)} endpoints={endpoints} subject={subject} object={edited} valuesOf={valuesOf} onClose={onEdited}>
          {fields(edited)}
        </EditForm>
      )}
    </>
  );
}

interface AddFormProps {
  endpoints: CrudEndpoints;
  subject: Subject;
  onSaved: (id: string) => void;
  onClose: () => void;
  children: ReactNode;
}

/** It begins with the defaults of the contract. */
function AddForm({ endpoints, subject, onSaved, onClose, children }: AddFormProps): ReactElement | null {
  const made = useRef<string>(undefined);
  const { add } = endpoints;
  if (!add) return null;
  return (
    <DrawerForm
      endpoint={add}
      subject={subject}
      initial={{ ...defaultValues(add.input), ...endpoints.shared }}
      invalidates={readingsOf(endpoints)}
      onSaved={(reply) => {
        const id = fieldOf(reply, 'id');
        if (typeof id === 'string') made.current = id;
      }}
      // One step in the address: from the form to what it made.
      onClose={() => (made.current === undefined ? onClose() : onSaved(made.current))}
    >
      {children}
    </DrawerForm>
  );
}

interface EditFormProps {
  endpoints: CrudEndpoints;
  subject: Subject;
  object: object;
  valuesOf: ((object: object) => FormValues) | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** Only changed fields are sent, with the version that was read. */
function EditForm({ endpoints, subject, object, valuesOf, onClose, children }: EditFormProps): ReactElement | null {
  const { update } = endpoints;
  if (!update) return null;
  const read = (current: unknown): FormValues =>
    valuesOf && typeof current === 'object' && current !== null ? valuesOf(current) : storedValues(update.input, current);
  return (
    <DrawerForm
      endpoint={update}
      subject={subject}
      initial={read(object)}
      target={{ id: idOf(object), version: Number(fieldOf(object, 'version')) }}
      valuesOf={read}
      invalidates={readingsOf(endpoints)}
      onClose={onClose}
    >
      {children}
    </DrawerForm>
  );
}
