import { App } from 'antd';
import { useCallback, useState } from 'react';
import { code, type Issue } from '#kit/common/codes.ts';
import type { Endpoint, Input, Reply } from '#kit/common/contract.ts';
import { call } from '../call/call.ts';
import { CallError, fieldOf } from '../call/call-error.ts';
import { useRequestKey } from '../call/use-request-key.ts';
import { useDoneMessage } from '../change/use-undo.tsx';
import { useT } from '../i18n/use-t.ts';
import { invalidate } from '../page/query.ts';

interface SaveOptions<E extends Endpoint> {
  /** Whose answers may be old afterwards. */
  invalidates?: readonly Endpoint[] | undefined;
  onSaved?: ((reply: Reply<E>) => void) | undefined;
  /** It is done; what the page shows of it is still read again. */
  onDone?: (() => void) | undefined;
  /** It was asked for and waits until others agree: there is nothing more to do here. */
  onHeld?: (() => void) | undefined;
  /** Refusals that the form itself answers, by their code; nothing is said about them. */
  answers?: Readonly<Record<number, (error: CallError) => void>> | undefined;
  /** Said when it is done; "Saved" unless given, nothing for null. */
  message?: string | null | undefined;
  /** What was said offers the way back, where the change may be undone. */
  undoable?: boolean;
}

/** A save under way, and what stands against it. */
export interface Save<E extends Endpoint> {
  /** Answers what the server answered; undefined when it refused. */
  save(input: Input<E>): Promise<Reply<E> | undefined>;
  saving: boolean;
  /** Mistakes by field (10400), until the next save. */
  issues: readonly Issue[];
  /** Somebody else saved meanwhile (10409): what was sent, and what stands now. */
  conflict: { readonly mine: unknown; readonly current: unknown } | undefined;
  /** Takes issues and conflict away. */
  clear(): void;
}

const handledHere: readonly number[] = [code.invalid, code.taken, code.stale];
const isHandled = (error: CallError): boolean => handledHere.includes(error.code);
const nothing: readonly Issue[] = [];

/** Mistakes by field; a refusal that names its field (a value that is taken) is one of them. */
export function issuesOf(error: CallError): readonly Issue[] {
  const field = fieldOf(error.data, 'field');
  return error.issues.length === 0 && typeof field === 'string' ? [{ path: field, message: error.msg }] : error.issues;
}

/** Saves by an endpoint: mistakes come back by field, a conflict with both versions; everything else is told by the error catalogue. */
export function useSave<E extends Endpoint>(
  endpoint: E,
  { invalidates = [], onSaved, onDone, onHeld, answers = {}, message, undoable = false }: SaveOptions<E> = {},
): Save<E> {
  const t = useT('kit');
  const { message: messages } = App.useApp();
  const tell = useDoneMessage();
  const key = useRequestKey(endpoint);
  const [saving, setSaving] = useState(false);
  const [issues, setIssues] = useState<readonly Issue[]>(nothing);
  const [conflict, setConflict] = useState<Save<E>['conflict']>();
  const clear = useCallback(() => {
    setIssues(nothing);
    setConflict(undefined);
  }, []);
  const save = async (input: Input<E>): Promise<Reply<E> | undefined> => {
    clear();
    setSaving(true);
    try {
      // What stands at a field is not said a second time.
      const silent = (error: CallError): boolean => isHandled(error) || answers[error.code] !== undefined || issuesOf(error).length > 0;
      let batch: string | undefined;
      const reply = await call(endpoint, input, { silent, ...key.of(input), onBatch: (id) => (batch = id) });
      key.ended();
      onDone?.();
      await invalidate(...invalidates);
      if (message !== null) tell(message ?? t('form.saved'), undoable ? batch : undefined);
      onSaved?.(reply);
      return reply;
    } catch (error) {
      key.ended(error);
      if (!(error instanceof CallError)) throw error;
      if (error.code === code.approval) onHeld?.();
      answers[error.code]?.(error);
      const found = issuesOf(error);
      if (error.code !== code.stale && isHandled(error) && found.length === 0) void messages.error(error.msg);
      setIssues(found);
      setConflict(error.versions);
      return undefined;
    } finally {
      setSaving(false);
    }
  };
  return { save, saving, issues, conflict, clear };
}
