import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { Decision } from '../../common/decision.ts';

const steps = ['1', '2', '3', '4', '5', '6', '7'] as const;

/** Why mika decided so: the step, what came near with its score, what was found, and the call. */
export function DecisionBox({ decision }: { decision: Decision }): ReactElement {
  const t = useT('mika');
  const step = steps.find((one) => one === String(decision.step));
  const { candidates, slots, call, sceneName, score, versionNo } = decision;
  return (
    <details>
      <summary>
        {step && t(`decision.step.${step}`)}
        {sceneName !== '' && ` · ${sceneName}`}
        {score !== null && ` · ${score.toFixed(2)}`}
        {` · ${versionNo === 0 ? t('decision.draft') : t('decision.version', { no: versionNo })}`}
      </summary>
      <strong>{t('decision.candidates')}</strong>
      {candidates.length === 0 ? (
        <div>{t('decision.none')}</div>
      ) : (
        <ol>
          {candidates.map(({ id, name, score: own, by, phrase }) => (
            <li key={id}>
              {name} · {own.toFixed(2)} · {t(`decision.by.${by}`)}
              {phrase !== '' && <small> “{phrase}”</small>}
            </li>
          ))}
        </ol>
      )}
      {slots.length > 0 && (
        <>
          <strong>{t('decision.slots')}</strong>
          <ul>
            {slots.map(({ code, name, shown }) => (
              <li key={code}>
                {name}: {shown}
              </li>
            ))}
          </ul>
        </>
      )}
      {call && (
        <div>
          <strong>{t('decision.call')}</strong>: {call.path} · {call.class} · {t('decision.ms', { n: call.ms })} · {call.requestId}
        </div>
      )}
    </details>
  );
}
