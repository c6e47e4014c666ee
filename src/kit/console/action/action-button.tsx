import { App, Button, type ButtonProps } from 'antd';
import { useCallback, useState, type ReactElement, type ReactNode } from 'react';
import { code } from '#kit/common/codes.ts';
import type { Previewed } from '#kit/common/change/dry-run.ts';
import { codesOf, type Endpoint, type Input, type Reply } from '#kit/common/contract.ts';
import { call } from '../call/call.ts';
import { CallError, fieldOf } from '../call/call-error.ts';
import { useRequestKey } from '../call/use-request-key.ts';
import { useDoneMessage } from '../change/use-undo.tsx';
import { ImpactPlace } from '../form/impact-line.tsx';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { invalidate } from '../page/query.ts';
import { nameOfCode } from '../routes/page-table.ts';
import { useCan, useGrantedName } from '../store/granted.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { isDangerousCall } from './dangerous-call.ts';
import { offBecause } from './off-because.ts';

/** What an action needs. */
export interface ActionProps<E extends Endpoint> {
  endpoint: E;
  /** What it is called with; functions are asked at the click. */
  input: Input<E> | (() => Input<E>);
  /** Names of what it acts on, for the question before it and the word after it. */
  names?: readonly string[];
  /** How many it acts on, where that is more than the names. */
  count?: number;
  /** What it is called on the button and in the question, where the grant is for more than this. */
  called?: string | undefined;
  /** `ask`: a question first (dangerous actions always). `type`: the name must be typed. */
  confirm?: 'none' | 'ask' | 'type';
  /** Shown in the question; what an endpoint with `dryRun` would touch stands there by itself. */
  impact?: ReactNode;
  invalidates?: readonly Endpoint[];
  onDone?: (reply: Reply<E>) => void;
}

interface ActionButtonProps<E extends Endpoint>
  extends ActionProps<E>, Pick<ButtonProps, 'type' | 'icon' | 'size' | 'disabled' | 'danger'> {
  /** Why it can't be done now: the button is off and says so. */
  why?: string | false | undefined;
  /** In place of the granted name. */
  children?: ReactNode;
}

/** The name of an action as it was granted, and whether it was granted at all. */
export function useActionName(endpoint: Endpoint): { granted: boolean; name: string } {
  const can = useCan();
  const [language] = useLanguage();
  const codes = codesOf(endpoint.access);
  const held = codes.find(can) ?? codes[0] ?? '';
  const named = useGrantedName(held);
  return { granted: codes.length === 0 || codes.some(can), name: named || nameOfCode(held, language) || '' };
}

/** A button that does what an endpoint does: there only with its grant, named as granted, with the question that its danger asks for. */
export function ActionButton<E extends Endpoint>(props: ActionButtonProps<E>): ReactElement | null {
  const { type, icon, size, disabled, danger, why, children, ...action } = props;
  const { granted, name } = useActionName(props.endpoint);
  const { begin, running, dialog } = useAction(action);
  if (!granted) return null;
  const risky = isDangerousCall(props.endpoint);
  return (
    <>
      <Button
        {...(type && { type })}
        {...(icon !== undefined && { icon })}
        {...(size && { size })}
        danger={danger ?? risky}
        disabled={disabled ?? false}
        {...offBecause(why)}
        loading={running}
        onClick={begin}
      >
        {children ?? props.called ?? name}
      </Button>
      {dialog}
    </>
  );
}

/** An action without its button: how to begin it, whether it runs, and the question it may ask. */
export function useAction<E extends Endpoint>(props: ActionProps<E>): { begin: () => void; running: boolean; dialog: ReactNode } {
  const { endpoint, input, names = [], count = names.length, called, confirm, impact, invalidates = [], onDone } = props;
  const t = useT('kit');
  const { message } = App.useApp();
  const tell = useDoneMessage();
  const granted = useActionName(endpoint);
  const name = called ?? granted.name;
  const key = useRequestKey(endpoint);
  const [running, setRunning] = useState(false);
  const [asking, setAsking] = useState(false);
  const [much, setMuch] = useState(false);
  const { typedAbove } = endpoint;
  const told = useCallback(
    ({ impact: figures }: Previewed) => setMuch(Object.entries(typedAbove ?? {}).some(([figure, most]) => (figures[figure] ?? 0) > most)),
    [typedAbove],
  );
  const risky = isDangerousCall(endpoint);
  const ask = confirm ?? (risky ? 'ask' : 'none');
  const request = (): Input<E> => (typeof input === 'function' ? (input as () => Input<E>)() : input);
  const run = async (): Promise<void> => {
    setRunning(true);
    try {
      const requested = request();
      let batch: string | undefined;
      const reply = await call(endpoint, requested, { ...key.of(requested), onBatch: (id) => (batch = id) });
      key.ended();
      await invalidate(...invalidates);
      tell(doneWords(t, name, reply, count), batch);
      onDone?.(reply);
    } catch (error) {
      key.ended(error);
      if (!(error instanceof CallError)) throw error;
      if (error.code === code.inUse) void message.warning(t('action.usedBy', { names: usersIn(error.data).join(', ') }));
    } finally {
      setRunning(false);
      setAsking(false);
    }
  };
  const dialog = asking && (
    <ConfirmDialog
      title={count === 1 && names[0] ? t('confirm.titleOne', { action: name, name: names[0] }) : t('confirm.title', { action: name })}
      action={name}
      names={names}
      count={count}
      danger={risky}
      typed={ask === 'type' || much}
      running={running}
      onConfirm={() => void run()}
      onClose={() => setAsking(false)}
    >
      {impact}
      <ImpactPlace endpoint={endpoint} input={running ? undefined : request()} told={told} />
    </ConfirmDialog>
  );
  return { begin: () => (ask === 'none' ? void run() : setAsking(true)), running, dialog };
}

function doneWords(t: ReturnType<typeof useT<'kit'>>, action: string, reply: unknown, total: number): string {
  const done = fieldOf(reply, 'count');
  if (typeof done !== 'number') return t('action.done', { action });
  return done < total ? t('action.reachedOf', { action, count: done, total }) : t('action.reached', { action, count: done });
}

function usersIn(data: unknown): string[] {
  const users = fieldOf(data, 'usedBy');
  return Array.isArray(users) ? users.map((user) => String(fieldOf(user, 'name') ?? '')) : [];
}
