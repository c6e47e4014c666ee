import { App } from 'antd';
import { useRef, useState } from 'react';
import type { Input, Reply } from '#kit/common/contract.ts';
import { fieldOf, type CallError } from '#kit/console/call/call-error.ts';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { useEditor, type Editor } from '#kit/console/form/use-editor.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { numberText } from '#kit/console/table/formats.ts';
import type { crowdAdd, crowdUpdate, CrowdDetail } from '../../common/crowd.contract.ts';
import { crowdReadings } from '../crowd-readings.ts';
import { valuesOf } from './crowd-values.ts';
import { placeIn } from './rule-issues.ts';
import type { Preview } from './use-preview.ts';

/** The two ways to write a crowd. */
export type CrowdWrites = typeof crowdAdd | typeof crowdUpdate;

/** What is edited, and what becomes of it. */
export interface CrowdEditorOptions<E extends CrowdWrites> {
  endpoint: E;
  initial: FormValues;
  /** The crowd that is changed; without it, a new one is made. */
  stored?: CrowdDetail | undefined;
  inputOf: (values: FormValues) => FormValues;
  onSaved: (reply: Reply<E>) => void;
  onClose: () => void;
}

/** A crowd that is being edited. */
interface CrowdEditor<E extends CrowdWrites> {
  readonly editor: Editor<E>;
  readonly changed: number;
  /** How often saving was stopped by a clause. */
  readonly stopped: number;
  stop(): void;
  /** Saves, and says that these numbers were on screen. */
  submit(told: Preview['told']): Promise<void>;
}

/** What a change of a crowd in use was agreed to do. */
interface Effect {
  expectedJoin: number;
  expectedLeave: number;
}

/** The answers of the server that the builder itself shows. */
const ruleWrong = 12060;
const effectChanged = 12064;

/** The state behind the form of a crowd: one in use is saved with the numbers that were seen, and asked about again when they are others. */
export function useCrowdEditor<E extends CrowdWrites>(options: CrowdEditorOptions<E>): CrowdEditor<E> {
  const { endpoint, initial, stored, inputOf, onSaved, onClose } = options;
  const { message } = App.useApp();
  const askEffect = useEffectQuestion();
  const [changed, setChanged] = useState(0);
  const [stopped, setStopped] = useState(0);
  const seen = useRef<Effect>(undefined);
  const stop = (): void => setStopped((count) => count + 1);
  const editor = useEditor<E>({
    endpoint,
    initial,
    ...(stored && { target: { id: stored.id, version: stored.version } }),
    valuesOf: (current) => valuesOf(current as CrowdDetail),
    input: (values) => ({ ...inputOf(values), ...(stored && seen.current) }) as Input<E>,
    invalidates: crowdReadings,
    answers: {
      [ruleWrong]: (error) => (placeIn(error) === undefined ? void message.error(error.msg) : stop()),
      [effectChanged]: (error) => void confirmEffect(error),
    },
    changed,
    onChanged: setChanged,
    onSaved,
    onNothing: onClose,
    onHeld: onClose,
  });
  const confirmEffect = async (error: CallError): Promise<void> => {
    const effect = effectIn(error);
    if (!effect || !(await askEffect(effect))) return;
    seen.current = effect;
    await editor.submit();
  };
  const submit = async (told: Preview['told']): Promise<void> => {
    seen.current = told && { expectedJoin: told.joiners.count, expectedLeave: told.leavers.count };
    await editor.submit();
  };
  return { editor, changed, stopped, stop, submit };
}

/** The numbers with which the server would agree. */
function effectIn(error: CallError): Effect | undefined {
  const [joiners, leavers] = [fieldOf(error.data, 'joiners'), fieldOf(error.data, 'leavers')];
  return typeof joiners === 'number' && typeof leavers === 'number' ? { expectedJoin: joiners, expectedLeave: leavers } : undefined;
}

/** Asks whether a crowd in use may be changed although the numbers are not those of the preview. */
function useEffectQuestion(): (effect: Effect) => Promise<boolean> {
  const t = useT('user-centre');
  const k = useT('kit');
  const [language] = useLanguage();
  const { modal } = App.useApp();
  return ({ expectedJoin, expectedLeave }) =>
    new Promise((resolve) => {
      modal.confirm({
        title: t('crowd.effectTitle'),
        content: t('crowd.effectText', { joiners: numberText(expectedJoin, language), leavers: numberText(expectedLeave, language) }),
        okText: t('crowd.effectDo'),
        cancelText: k('form.cancel'),
        onOk: () => resolve(true),
        onCancel: () => resolve(false),
      });
    });
}
