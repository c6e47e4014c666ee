import { Alert, Tag } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { DecisionView as Shown, StepView } from '../../common/case.ts';
import type { Conditions } from '../../common/rule-fields.ts';
import './file-security.css';

const colours = { passed: 'default', skipped: 'default', allowed: 'success', conditions: 'gold', blocked: 'error' } as const;
const types = { allow: 'success', allowWith: 'info', block: 'error' } as const;

/** A decision: what came out, every step that was taken, and what would let it through. */
export function DecisionView({ title, decision }: { title: string; decision: Shown }): ReactElement {
  const t = useT('file-security');
  const conditionsText = useConditionsText();
  const names = (all: readonly { name: string }[]): string => all.map(({ name }) => name).join(t('sentence.and'));
  const said = [
    conditionsText(decision.conditions),
    decision.nearest !== '' && t('simulate.nearest', { text: decision.nearest }),
    decision.observed.length > 0 && t('simulate.observed', { names: names(decision.observed) }),
    decision.later.length > 0 && t('simulate.later', { names: names(decision.later) }),
  ].filter((line) => line !== false);
  return (
    <section aria-label={title} className="fs-group">
      <Alert
        role="status"
        showIcon
        type={types[decision.verdict]}
        title={`${title} · ${t(`verdict.${decision.verdict}`)}`}
        description={
          said.length > 0 && (
            <ul className="fs-lines">
              {said.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )
        }
      />
      <ol className="fs-steps">
        {decision.steps.map((step) => (
          <Step key={step.step} step={step} decides={step.step === decision.step} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step, decides }: { step: StepView; decides: boolean }): ReactElement {
  const t = useT('file-security');
  const name = t(`decision.step.${step.step}`);
  return (
    <li className="fs-step">
      <span>{step.number}</span>
      {decides ? <strong>{name}</strong> : <span>{name}</span>}
      <span>
        <Tag color={colours[step.result]}>{t(`simulate.result.${step.result}`)}</Tag>
      </span>
      <span>{step.text}</span>
    </li>
  );
}

/** Conditions in one line; false where there are none. */
function useConditionsText(): (conditions: Conditions) => string | false {
  const t = useT('file-security');
  return ({ perDay, offlineHours, ...flags }) => {
    const said = [
      ...(['watermark', 'container', 'readOnly', 'reasonAsked'] as const)
        .filter((name) => flags[name])
        .map((name) => t(`condition.${name}`)),
      ...(perDay === null ? [] : [t('condition.perDay', { n: perDay })]),
      ...(offlineHours === null ? [] : [t('condition.offlineHours', { n: offlineHours })]),
    ];
    return said.length > 0 && t('simulate.conditions', { text: said.join(t('sentence.and')) });
  };
}
