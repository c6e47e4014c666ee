import { Button, Drawer } from 'antd';
import { useRef, useState, type ReactElement } from 'react';
import type { Input, Reply } from '#kit/common/contract.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { EntityForm } from '#kit/console/form/entity-form.tsx';
import { defaultValues, storedValues, type FormValues } from '#kit/console/form/form-values.ts';
import { useEditor } from '#kit/console/form/use-editor.tsx';
import { useLeaveGuard } from '#kit/console/form/use-leave-guard.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { contactImpact } from '../../common/insight.contract.ts';
import type { Expected } from '../../common/role.contract.ts';
import { specialDraft, specialUser } from '../../common/special.contract.ts';
import { ImpactDialog, type Requested } from '../components/rule-impact.tsx';
import { SeeAsButton } from '../insight/see-as-button.tsx';
import { specialSubject } from '../subjects.ts';
import { changedFields, newFields, SpecialFields } from './special-fields.tsx';
import { specialReadings } from './special-readings.ts';

type Detail = Reply<typeof specialUser.find>;

interface AddProps {
  onSaved: (id: string) => void;
  onClose: () => void;
}

/** A new rule behind all others: it protects nobody yet, so that nobody is touched. */
export function AddSpecial({ onSaved, onClose }: AddProps): ReactElement {
  return (
    <DrawerForm
      endpoint={specialUser.save}
      subject={specialSubject}
      initial={{ ...defaultValues(specialDraft), mode: 'limited' }}
      invalidates={specialReadings}
      onSaved={({ roleId }) => onSaved(roleId)}
      onClose={onClose}
    >
      <SpecialFields of={newFields} />
    </DrawerForm>
  );
}

const valuesOf = (stored: unknown): FormValues => {
  const { roleId: _id, expect: _expect, ...values } = storedValues(specialUser.update.input, stored);
  return values;
};

/** Changes a rule; who would see more and less is shown before it is saved. */
export function EditSpecial({ roleId, onClose }: { roleId: string; onClose: () => void }): ReactElement {
  const kit = useT('kit');
  const narrow = useNarrow();
  const { data, error, refetch } = useRead(specialUser.find, { roleId });
  const [changed, setChanged] = useState(0);
  const leave = useLeaveGuard(changed > 0);
  return (
    <SubjectContext value={specialSubject}>
      <Drawer
        open
        size={narrow ? '100%' : 640}
        title={data?.name}
        className="whk-drawer"
        mask={{ closable: changed === 0 }}
        closable={{ 'aria-label': kit('form.close') }}
        onClose={() => leave(onClose)}
      >
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <WaitingForm lines={8} />}
        {data && <EditBody rule={data} changed={changed} onChanged={setChanged} onCancel={() => leave(onClose)} onClose={onClose} />}
      </Drawer>
    </SubjectContext>
  );
}

interface BodyProps {
  rule: Detail;
  changed: number;
  onChanged: (count: number) => void;
  onCancel: () => void;
  onClose: () => void;
}

function EditBody({ rule, changed, onChanged, onCancel, onClose }: BodyProps): ReactElement {
  const kit = useT('kit');
  // What is edited stays while somebody else's change arrives: it is told when it is saved.
  const [opened] = useState(rule);
  const named = { roleId: opened.id, version: opened.version };
  const [asking, setAsking] = useState(false);
  const expect = useRef<Expected>(undefined);
  const editor = useEditor({
    endpoint: specialUser.update,
    initial: valuesOf(opened),
    target: named,
    input: (values) => ({ ...values, ...named, ...(expect.current && { expect: expect.current }) }),
    valuesOf,
    invalidates: specialReadings,
    onSaved: onClose,
    onNothing: onClose,
    onHeld: onClose,
    changed,
    onChanged,
  });
  const request = editor.pending && requestOf(editor.pending);
  const save = async (shown: Expected): Promise<void> => {
    expect.current = shown;
    await editor.submit();
    expect.current = undefined;
    setAsking(false);
    // Where it was refused because the numbers are others by now, they are asked for again.
    await invalidate(contactImpact);
  };
  return (
    <>
      <EntityForm
        form={editor.form}
        initial={editor.initial}
        stored
        issues={editor.issues}
        onSubmit={() => (changed > 0 ? setAsking(true) : onClose())}
        onChange={editor.onChange}
      >
        <SpecialFields of={changedFields} />
      </EntityForm>
      <div className="whk-drawer-foot whk-form-foot">
        <span>{request && <SeeAsButton request={request} />}</span>
        <Button onClick={onCancel}>{kit('form.cancel')}</Button>
        <OffButton type="primary" loading={editor.saving} off={changed === 0 && 'nothing'} onClick={() => editor.form.submit()}>
          {kit('form.save')}
        </OffButton>
      </div>
      {asking && request && (
        <ImpactDialog request={request} saving={editor.saving} onSave={(shown) => void save(shown)} onClose={() => setAsking(false)} />
      )}
      {editor.conflict}
    </>
  );
}

/** The change as the impact is asked about it. */
function requestOf({ roleId, version: _version, expect: _expect, ...change }: Input<typeof specialUser.update>): Requested {
  return { kind: 'special', roleId, change };
}
