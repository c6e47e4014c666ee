import type { ReactElement } from 'react';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx'; // #scoped
import { sampleThingAdd, sampleThingDraft, sampleThingGet, sampleThingUpdate } from '../../common/sample-thing.contract.ts';
import { sampleThingReadings, sampleThingSubject } from '../sample-thing.subject.ts';

const F = fieldsOf(sampleThingDraft);

/** The form of a new one. */
export function AddSampleThing({ onSaved, onClose }: { onSaved: (id: string) => void; onClose: () => void }): ReactElement {
  return (
    <DrawerForm
      endpoint={sampleThingAdd}
      subject={sampleThingSubject}
      initial={{}}
      invalidates={sampleThingReadings}
      onSaved={({ id }) => onSaved(id)}
      onClose={onClose}
    >
      <Fields />
    </DrawerForm>
  );
}

/** The form of one that is there, read anew: nobody edits the row of an old list. */
export function EditSampleThing({ id, onClose }: { id: string; onClose: () => void }): ReactElement | null {
  const { data } = useRead(sampleThingGet, { id });
  if (!data) return null;
  return (
    <DrawerForm
      endpoint={sampleThingUpdate}
      subject={sampleThingSubject}
      initial={data}
      target={{ id, version: data.version }}
      invalidates={sampleThingReadings}
      onClose={onClose}
    >
      <Fields />
    </DrawerForm>
  );
}

function Fields(): ReactElement {
  return (
    <>
      <F.name />
      <F.code />
      {/* #scoped { */}
      <F.departmentId>
        <DepartmentPicker />
      </F.departmentId>
      {/* #scoped } */}
      <F.description />
    </>
  );
}
