import { Form, Modal } from 'antd';
import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Endpoint, Input, Reply } from '#kit/common/contract.ts';
import { useActionName } from '../action/action-button.tsx';
import { isDangerousCall } from '../action/dangerous-call.ts';
import { useT } from '../i18n/use-t.ts';
import { EntityForm } from './entity-form.tsx';
import { changedValues, wireValues, type FormValues } from './form-values.ts';
import { ImpactPlace } from './impact-line.tsx';
import { keepInFirst } from './keep-in-first.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useSave } from './use-save.ts';

interface FormDialogProps<E extends Endpoint> {
  endpoint: E;
  initial: FormValues;
  /** Makes the input of what was typed; the plain fields unless said. */
  input?: (values: FormValues) => Input<E>;
  title?: string;
  /** On the button, where the grant is for more than this. */
  action?: string;
  /** Said when it is done; nothing for null, where the page shows what came of it. */
  message?: string | null;
  invalidates?: readonly Endpoint[];
  onSaved?: (reply: Reply<E>) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form of a few fields in a dialog, called like the action it does. */
export function FormDialog<E extends Endpoint>(props: FormDialogProps<E>): ReactElement {
  const { endpoint, initial, input, title, action, message, invalidates, onSaved, onClose, children } = props;
  const t = useT('kit');
  const { name } = useActionName(endpoint);
  const [form] = Form.useForm<FormValues>();
  const [values, setValues] = useState(initial);
  const [saved, setSaved] = useState(false);
  const leave = useLeaveGuard(!saved && Object.keys(changedValues(endpoint.input, initial, values)).length > 0);
  useEffect(() => keepInFirst('.ant-modal .whk-form'), []);
  const { save, saving, issues } = useSave(endpoint, {
    invalidates,
    // A dialog is what is done to many at once: moved, given, ended.
    undoable: true,
    message,
    onDone: () => flushSync(() => setSaved(true)),
    onSaved: (reply) => {
      onSaved?.(reply);
      onClose();
    },
    onHeld: onClose,
  });
  const request = (all: FormValues): Input<E> => input?.(all) ?? (wireValues(endpoint.input, all) as Input<E>);
  const submit = async (): Promise<void> => {
    if (saving || !(await form.validateFields().catch(() => undefined))) return;
    await save(request(form.getFieldsValue(true) as FormValues));
  };
  return (
    <Modal
      open
      title={title ?? name}
      okText={action ?? name}
      cancelText={t('form.cancel')}
      okButtonProps={{ loading: saving, danger: isDangerousCall(endpoint) }}
      onOk={() => void submit()}
      onCancel={() => leave(onClose)}
    >
      <EntityForm form={form} initial={initial} issues={issues} onSubmit={() => void submit()} onChange={setValues}>
        {children}
      </EntityForm>
      <ImpactPlace endpoint={endpoint} input={saving ? undefined : request(values)} />
    </Modal>
  );
}
