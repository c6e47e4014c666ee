import { App, Button } from 'antd';
import { useRef, useState, type ReactElement } from 'react';
import type { Input, Reply } from '#kit/common/contract.ts';
import { fieldOf, type CallError } from '#kit/console/call/call-error.ts';
import { EntityForm } from '#kit/console/form/entity-form.tsx';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { useEditor } from '#kit/console/form/use-editor.tsx';
import { useLeaveGuard } from '#kit/console/form/use-leave-guard.ts';
import { usePageGuard } from '#kit/console/form/use-page-guard.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { numberText } from '#kit/console/table/formats.ts';
import type { CrowdGroup } from '../../../common/crowd/crowd-conditions.ts';
import type { crowdAdd, crowdUpdate, CrowdDetail } from '../../../common/crowd/crowd.contract.ts';
import { crowdReadings } from '../crowd-readings.ts';
import { missingParts, type Catalogue } from '../rule/value-shape.ts';
import { CrowdFields } from './crowd-fields.tsx';
import { previewOf, valuesOf } from './crowd-values.ts';
import { placeIn, useRuleIssues } from './rule-issues.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { usePreview } from './use-preview.ts';

type Writes = typeof crowdAdd | typeof crowdUpdate;

interface CrowdFormProps<E extends Writes> {
  endpoint: E;
  catalogue: Catalogue;
  initial: FormValues;
  stored?: CrowdDetail;
  inputOf: (values: FormValues) => FormValues;
  onSaved: (reply: Reply<E>) => void;
  onClose: () => void;
}

/** What a change of a crowd in use was agreed to do. */
interface Effect {
  expectedJoin: number;
  expectedLeave: number;
}

/** The answers of the server that the builder itself shows. */
const ruleWrong = 12060;
const effectChanged = 12064;

/** The builder on the left, who it means on the right. */
export function CrowdForm<E extends Writes>({
  endpoint,
  catalogue,
  initial,
  stored,
  inputOf,
  onSaved,
  onClose,
}: CrowdFormProps<E>): ReactElement {
  const t = useT('user-centre');
  const k = useT('kit');
  const { message } = App.useApp();
  const askEffect = useEffectQuestion();
  const [changed, setChanged] = useState(0);
  const [stopped, setStopped] = useState(0);
  const agreed = useRef<Effect>(undefined);
  const shown = useRef<Effect>(undefined);
  const editor = useEditor<E>({
    endpoint,
    initial,
    ...(stored && { target: { id: stored.id, version: stored.version } }),
    valuesOf: (current) => valuesOf(current as CrowdDetail),
    // What a crowd in use would do is confirmed with the numbers that were on screen.
    input: (values) => ({ ...inputOf(values), ...(stored && stored.usedBy > 0 && (agreed.current ?? shown.current)) }) as Input<E>,
    invalidates: crowdReadings,
    answers: {
      [ruleWrong]: (error) => (placeIn(error) === undefined ? void message.error(error.msg) : setStopped((count) => count + 1)),
      [effectChanged]: (error) => void confirmEffect(error),
    },
    changed,
    onChanged: (count) => {
      agreed.current = undefined;
      setChanged(count);
    },
    onSaved,
    onNothing: onClose,
    onHeld: onClose,
  });
  const kind = stored?.kind ?? (editor.values['kind'] === 'fixed' ? 'fixed' : 'dynamic');
  const rule = kind === 'dynamic' ? ((editor.values['conditions'] ?? null) as CrowdGroup | null) : null;
  const missing = rule ? missingParts(catalogue, rule) : new Map<string, 'field' | 'value'>();
  const wish = missing.size > 0 ? undefined : previewOf(editor.values, kind, stored?.id);
  const preview = usePreview(wish);
  const { told } = preview;
  const confirmEffect = async (error: CallError): Promise<void> => {
    const effect = effectIn(error) ?? shown.current;
    if (!effect || !(await askEffect(effect))) return;
    agreed.current = effect;
    await editor.submit();
  };
  const { ruleIssues, otherIssues } = useRuleIssues({
    saved: editor.issues,
    preview: preview.error,
    missing: stopped > 0 ? missing : none,
    rule,
  });
  const leave = useLeaveGuard(changed > 0);
  usePageGuard(changed > 0, editor.reset);
  const submit = (): void => {
    shown.current = told && { expectedJoin: told.joiners.count, expectedLeave: told.leavers.count };
    if (missing.size > 0) setStopped((count) => count + 1);
    else void editor.submit();
  };
  return (
    <div className="cr-edit">
      <section className="whk-panel cr-form" aria-label={t('crowd')}>
        <EntityForm
          form={editor.form}
          initial={editor.initial}
          stored={editor.stored}
          issues={otherIssues}
          onSubmit={submit}
          onChange={editor.onChange}
        >
          <CrowdFields catalogue={catalogue} kind={kind} stored={stored} issues={ruleIssues} stopped={stopped} />
        </EntityForm>
        <div className="cr-foot whk-form-foot">
          <span role="status">{stored && changed > 0 && k('form.changed', { count: changed })}</span>
          <Button onClick={() => leave(onClose)}>{k('form.cancel')}</Button>
          <Button
            type="primary"
            loading={editor.saving}
            disabled={stored !== undefined && changed === 0}
            onClick={() => editor.form.submit()}
          >
            {k(stored ? 'form.save' : 'form.add')}
          </Button>
        </div>
      </section>
      <PreviewPanel preview={preview} incomplete={wish === undefined} stored={stored !== undefined} rule={rule} />
      {editor.conflict}
    </div>
  );
}

const none: ReadonlyMap<string, 'field' | 'value'> = new Map();

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
