import { Button, Drawer, Form } from 'antd';
import { useState, type ReactElement, type ReactNode } from 'react';
import type { Endpoint, Input, Reply } from '#kit/common/contract.ts';
import { fieldOf } from '../call/call-error.ts';
import { useT } from '../i18n/use-t.ts';
import { SubjectContext, useWords, type Subject } from '../page/subject.ts';
import { useNarrow } from '../page/use-narrow.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { EntityForm } from './entity-form.tsx';
import { changedValues, wireValues, type FormValues } from './form-values.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useSave } from './use-save.ts';

/** What a form in a drawer needs. */
export interface DrawerFormProps<E extends Endpoint> {
  endpoint: E;
  /** What the fields hold when it opens. */
  initial: FormValues;
  /** The object that is changed: its id and version go along and only changed fields are sent. Without it, something new is made. */
  target?: FormValues & { version: number };
  /** Makes the input of what was typed; the plain fields unless said. */
  input?: (values: FormValues, all: FormValues) => Input<E>;
  /** The fields' values of an object as the server answers it, to take another's version over. */
  valuesOf?: (current: unknown) => FormValues;
  subject?: Subject;
  title?: string;
  width?: number;
  invalidates?: readonly Endpoint[];
  onSaved?: (reply: Reply<E>) => void;
  onClose: () => void;
  /** What the change touches, beside the save button. */
  impact?: (values: FormValues) => ReactNode;
  children: ReactNode;
}

/** A form in a drawer; mounted while it is open, so that each opening begins anew. */
export function DrawerForm<E extends Endpoint>(props: DrawerFormProps<E>): ReactElement {
  const { subject, onClose } = props;
  const around = useWords(subject);
  const t = useT('kit');
  const narrow = useNarrow();
  const [dirty, setDirty] = useState(false);
  const leave = useLeaveGuard(dirty);
  const title = props.title ?? t(props.target ? 'form.editTitle' : 'form.addTitle', { kind: around.kind() });
  const body = <DrawerBody {...props} dirty={dirty} onDirty={setDirty} onCancel={() => leave(onClose)} />;
  return (
    <Drawer
      open
      title={title}
      size={narrow ? '100%' : (props.width ?? 640)}
      onClose={() => leave(onClose)}
      mask={{ closable: !dirty }}
      closable={{ 'aria-label': t('form.close') }}
      className="whk-drawer"
      afterOpenChange={(open) => open && focusFirst()}
    >
      {subject ? <SubjectContext value={subject}>{body}</SubjectContext> : body}
    </Drawer>
  );
}

/** The cursor stands in the first field of the form that was opened last. */
function focusFirst(): void {
  const form = [...document.querySelectorAll('.whk-drawer .whk-form')].at(-1);
  form?.querySelector<HTMLElement>('input:not([disabled]), textarea:not([disabled])')?.focus();
}

interface BodyProps<E extends Endpoint> extends DrawerFormProps<E> {
  dirty: boolean;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
}

function DrawerBody<E extends Endpoint>(props: BodyProps<E>): ReactElement {
  const { endpoint, target, input, valuesOf, invalidates, onSaved, onClose, impact, children, dirty, onDirty, onCancel } = props;
  const t = useT('kit');
  const [form] = Form.useForm<FormValues>();
  const [initial, setInitial] = useState(props.initial);
  const [version, setVersion] = useState(target?.version);
  const [values, setValues] = useState<FormValues>(initial);
  const { save, saving, issues, conflict, clear } = useSave(endpoint, {
    invalidates,
    message: target ? t('form.saved') : t('form.added'),
    onSaved: (reply) => {
      onDirty(false);
      onSaved?.(reply);
      onClose();
    },
  });
  const typed = (): Record<string, unknown> => {
    const all = form.getFieldsValue(true) as FormValues;
    return target ? changedValues(endpoint.input, initial, all) : wireValues(endpoint.input, all);
  };
  const send = async (at: number | undefined): Promise<void> => {
    const changed = typed();
    const made = input?.(changed, form.getFieldsValue(true) as FormValues) ?? changed;
    const whole = target ? { ...target, ...(made as object), version: at } : made;
    await save(whole as Input<E>);
  };
  const submit = async (): Promise<void> => {
    if (saving) return;
    if (target && Object.keys(typed()).length === 0) return onClose();
    await send(version);
  };
  const theirs = valuesOf?.(conflict?.current) ?? pickFields(conflict?.current, initial);
  const takeTheirs = (): void => {
    form.setFieldsValue(theirs);
    setInitial(theirs);
    setVersion(Number(fieldOf(conflict?.current, 'version')));
    onDirty(false);
    clear();
  };
  const keepMine = (): void => {
    const now = Number(fieldOf(conflict?.current, 'version'));
    setVersion(now);
    void send(now);
  };
  return (
    <>
      <EntityForm
        form={form}
        initial={initial}
        stored={target !== undefined}
        issues={issues}
        onSubmit={() => void submit()}
        onChange={(now) => {
          setValues(now);
          onDirty(Object.keys(changedValues(endpoint.input, initial, now)).length > 0);
        }}
      >
        {children}
      </EntityForm>
      <div className="whk-drawer-foot whk-form-foot">
        <span>{impact?.(values)}</span>
        <Button onClick={onCancel}>{t('form.cancel')}</Button>
        <Button type="primary" loading={saving} disabled={target !== undefined && !dirty} onClick={() => form.submit()}>
          {target ? t('form.save') : t('form.add')}
        </Button>
      </div>
      {conflict && (
        <ConflictDialog
          mine={typed()}
          theirs={theirs}
          current={conflict.current}
          takeTheirs={takeTheirs}
          keepMine={keepMine}
          close={clear}
        />
      )}
    </>
  );
}

const pickFields = (current: unknown, fields: FormValues): FormValues =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, fieldOf(current, name)]));
