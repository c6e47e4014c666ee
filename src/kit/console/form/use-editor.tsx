import { Form, type FormInstance } from 'antd';
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Issue } from '#kit/common/codes.ts';
import type { Endpoint, Input, Reply } from '#kit/common/contract.ts';
import { fieldOf, type CallError } from '../call/call-error.ts';
import { useT } from '../i18n/use-t.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { changedValues, wireValues, type FormValues } from './form-values.ts';
import { useSave } from './use-save.ts';

/** What is edited, and what becomes of it. */
export interface EditorOptions<E extends Endpoint> {
  endpoint: E;
  /** What the fields hold when it opens. */
  initial: FormValues;
  /** The object that is changed: what names it and its version go along and only changed fields are sent. Without it, something new is made. */
  target?: FormValues & { version: number };
  /** Makes the input of what was typed; the plain fields unless said. */
  input?: (values: FormValues, all: FormValues) => Input<E>;
  /** The fields' values of an object as the server answers it, to take another's version over. */
  valuesOf?: (current: unknown) => FormValues;
  invalidates?: readonly Endpoint[];
  onSaved?: (reply: Reply<E>) => void;
  /** The change waits until others agree. */
  onHeld?: () => void;
  /** Refusals that the form itself answers, by their code. */
  answers?: Readonly<Record<number, (error: CallError) => void>>;
  /** What was said offers the way back: for objects whose history is not beside the form. */
  undoable?: boolean;
  /** Saving was asked for and there was nothing to save. */
  onNothing?: () => void;
  /** How many fields differ from what is stored. */
  changed: number;
  onChanged: (count: number) => void;
}

/** A form that is being edited. */
export interface Editor<E extends Endpoint> {
  readonly form: FormInstance<FormValues>;
  readonly initial: FormValues;
  readonly stored: boolean;
  readonly issues: readonly Issue[];
  readonly saving: boolean;
  readonly values: FormValues;
  /** What would be sent now; undefined while there is nothing to send. */
  readonly pending: Input<E> | undefined;
  /** Both versions, when somebody else saved meanwhile. */
  readonly conflict: ReactNode;
  onChange(values: FormValues): void;
  submit(): Promise<void>;
  /** Takes another state of the object over; what was typed is given up. */
  take(values: FormValues, version: number | undefined): void;
  /** Gives up what was typed. */
  reset(): void;
}

/** The state behind a form over an endpoint: what was changed, mistakes by field, versions and their conflict. */
export function useEditor<E extends Endpoint>(options: EditorOptions<E>): Editor<E> {
  const { endpoint, target, input, valuesOf, invalidates, onSaved, onHeld, onNothing, answers, undoable, changed, onChanged } = options;
  const t = useT('kit');
  const [form] = Form.useForm<FormValues>();
  const [initial, setInitial] = useState(options.initial);
  const [version, setVersion] = useState(target?.version);
  const [values, setValues] = useState<FormValues>(initial);
  const { save, saving, issues, conflict, clear } = useSave(endpoint, {
    invalidates,
    answers,
    message: target ? t('form.saved') : t('form.added'),
    undoable: undoable ?? false,
    // Whoever leaves from here on gives nothing up.
    onDone: () => flushSync(() => onChanged(0)),
    onSaved: (reply) => onSaved?.(reply),
    onHeld: () => {
      onChanged(0);
      onHeld?.();
    },
  });
  const typed = (all: FormValues): Record<string, unknown> =>
    target ? changedValues(endpoint.input, initial, all) : wireValues(endpoint.input, all);
  const whole = (all: FormValues, at: number | undefined): Input<E> => {
    const parts = typed(all);
    const made = input?.(parts, all) ?? parts;
    return (target ? { ...target, ...(made as object), version: at } : made) as Input<E>;
  };
  const now = (): FormValues => form.getFieldsValue(true) as FormValues;
  const take = (taken: FormValues, at: number | undefined): void => {
    form.setFieldsValue(taken);
    setInitial(taken);
    setValues(taken);
    setVersion(at);
    onChanged(0);
    clear();
  };
  const theirs = valuesOf && conflict ? valuesOf(conflict.current) : sameFields(conflict?.current, initial);
  const theirVersion = Number(fieldOf(conflict?.current, 'version'));
  return {
    form,
    initial,
    stored: target !== undefined,
    issues,
    saving,
    values,
    pending: target && changed === 0 ? undefined : whole(values, version),
    conflict: conflict && (
      <ConflictDialog
        mine={typed(now())}
        theirs={theirs}
        takeTheirs={() => take(theirs, theirVersion)}
        keepMine={() => {
          setVersion(theirVersion);
          void save(whole(now(), theirVersion));
        }}
        close={clear}
      />
    ),
    onChange: (all) => {
      setValues(all);
      onChanged(Object.keys(changedValues(endpoint.input, initial, all)).length);
    },
    submit: async () => {
      if (saving) return;
      if (target && Object.keys(typed(now())).length === 0) return onNothing?.();
      await save(whole(now(), version));
    },
    take,
    reset: () => {
      form.resetFields();
      take(initial, version);
    },
  };
}

/** The state that the server answers a conflict with has the fields of the change; what the form holds beside them stays. */
const sameFields = (current: unknown, fields: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, fieldOf(current, name) ?? (hasField(current, name) ? null : value)]),
  );

const hasField = (current: unknown, name: string): boolean => typeof current === 'object' && current !== null && name in current;
