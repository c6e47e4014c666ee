import { Button, Form, InputNumber } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Endpoint } from '#kit/common/contract.ts';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { numberText } from '#kit/console/table/formats.ts';
import {
  itemActions,
  sourceRunApply,
  sourceRunCancel,
  sourceRunReject,
  sourceRunRelease,
  sourceRunUndo,
  type RunDetail,
} from '../../common/source-run.contract.ts';
import { runReadings } from '../source-readings.ts';

const F = fieldsOf(sourceRunRelease.input);
const Optional = fieldsOf(sourceRunApply.input);

type Decision = 'apply' | 'release' | 'reject' | 'undo';
const endpoints = { apply: sourceRunApply, release: sourceRunRelease, reject: sourceRunReject, undo: sourceRunUndo } as const;

/** What becomes of a run: applied or rejected while it waits, ended while it works, taken back afterwards. */
export function RunDecisions({ run }: { run: RunDetail }): ReactElement | null {
  const [asking, setAsking] = useState<Decision>();
  const isWorking = run.state === 'reading' || run.state === 'staged' || run.state === 'applying';
  const decisions = decisionsOf(run);
  if (decisions.length === 0 && !isWorking) return null;
  return (
    <div className="whk-save-bar so-decisions">
      {isWorking && (
        <ActionButton endpoint={sourceRunCancel} input={{ runId: run.id }} names={[run.sourceName]} confirm="ask" invalidates={runReadings}>
          <Cancel />
        </ActionButton>
      )}
      {decisions.map((decision) => (
        <DecisionButton key={decision} decision={decision} onClick={() => setAsking(decision)} />
      ))}
      {asking && <DecisionDialog run={run} decision={asking} onClose={() => setAsking(undefined)} />}
    </div>
  );
}

function Cancel(): ReactElement {
  const t = useT('user-centre');
  return <>{t('source.cancelRun')}</>;
}

function decisionsOf({ state, dryRun, undoUntil }: RunDetail): readonly Decision[] {
  if (state === 'planned') return dryRun ? ['reject'] : ['reject', 'apply'];
  if (state === 'held') return dryRun ? ['reject'] : ['reject', 'release'];
  return state === 'applied' && undoUntil !== null && undoUntil > Date.now() ? ['undo'] : [];
}

function DecisionButton({ decision, onClick }: { decision: Decision; onClick: () => void }): ReactElement | null {
  const { granted, name } = useActionName(endpoints[decision] as Endpoint);
  if (!granted) return null;
  const isMain = decision === 'apply' || decision === 'release';
  return (
    <Button {...(isMain && { type: 'primary' as const })} danger={decision === 'release' || decision === 'undo'} onClick={onClick}>
      {name}
    </Button>
  );
}

/** Asks for the reason, and for the number of people who lose sign-in where there are any. */
function DecisionDialog({ run, decision, onClose }: { run: RunDetail; decision: Decision; onClose: () => void }): ReactElement {
  const total = actingIn(run.counts);
  const expected = { loseSignIn: run.loseSignIn, total };
  const common = { initial: { typed: null, reason: '' }, invalidates: runReadings, onClose };
  const reasonIn = (values: FormValues): string => String(values['reason'] ?? '');
  const body = <DecisionBody run={run} decision={decision} total={total} />;
  switch (decision) {
    case 'apply':
      return (
        <FormDialog
          endpoint={sourceRunApply}
          {...common}
          input={(values) => ({ runId: run.id, expected, ...(reasonIn(values).trim() !== '' && { reason: reasonIn(values) }) })}
        >
          {body}
        </FormDialog>
      );
    case 'release':
      return (
        <FormDialog endpoint={sourceRunRelease} {...common} input={(values) => ({ runId: run.id, expected, reason: reasonIn(values) })}>
          {body}
        </FormDialog>
      );
    case 'reject':
      return (
        <FormDialog endpoint={sourceRunReject} {...common} input={(values) => ({ runId: run.id, reason: reasonIn(values) })}>
          {body}
        </FormDialog>
      );
    case 'undo':
      return (
        <FormDialog endpoint={sourceRunUndo} {...common} input={(values) => ({ runId: run.id, reason: reasonIn(values) })}>
          {body}
        </FormDialog>
      );
  }
}

function DecisionBody({ run, decision, total }: { run: RunDetail; decision: Decision; total: number }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const n = String(run.loseSignIn);
  const isTyped = (decision === 'apply' || decision === 'release') && run.loseSignIn > 0;
  const label = t('source.decide.reason');
  return (
    <>
      <p className="whk-full">
        {t(`source.decide.${decision}`, { n: numberText(total, language), lose: numberText(run.loseSignIn, language) })}
      </p>
      {isTyped && (
        <Form.Item
          name="typed"
          className="whk-wide"
          label={t('source.decide.type', { n })}
          required
          rules={[
            {
              validator: (_rule, value) =>
                value === run.loseSignIn ? Promise.resolve() : Promise.reject(new Error(t('source.decide.typeWrong', { n }))),
            },
          ]}
        >
          <InputNumber min={0} precision={0} />
        </Form.Item>
      )}
      {decision === 'apply' ? <Optional.reason wide label={label} /> : <F.reason wide label={label} />}
    </>
  );
}

/** Lines that do something when the plan is applied. */
const actingIn = (counts: RunDetail['counts']): number =>
  itemActions.reduce((sum, action) => sum + (idle.has(action) ? 0 : (counts[action] ?? 0)), 0);

/** Lines that change nothing by themselves. */
const idle: ReadonlySet<string> = new Set(['unchanged', 'invalid', 'conflict', 'skipped']);
