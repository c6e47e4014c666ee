import { Alert } from 'antd';
import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import {
  rolloutAdvance,
  rolloutCancel,
  rolloutFinish,
  rolloutGet,
  rolloutHalt,
  rolloutPause,
  rolloutResume,
  type RolloutView,
} from '../../common/release.contract.ts';
import { onShelf } from '../../common/app.contract.ts';
import { appVersion } from '../../common/version.contract.ts';
import { RolloutNumbers } from './rollout-numbers.tsx';
import { useReasonWords } from './reason-words.ts';
import { RolloutForm } from './rollout-form.tsx';
import '../apps.css';

const steps = ['offered', 'downloaded', 'installed', 'started', 'failed', 'crashed', 'held'] as const;

/** The rollout of a version: how far it is, what its gates measure, and each step. */
export function RolloutPanel({ versionId, status }: { versionId: string; status: number }): ReactElement | null {
  const t = useT('apps');
  const words = useReasonWords();
  const { data } = useRead(rolloutGet, { versionId }, { every: 15_000 });
  if (!data) return null;
  const { rollout, funnel, reasons } = data;
  const isOver = !rollout || ['draft', 'done', 'cancelled'].includes(rollout.state);
  const planned = rollout?.state === 'draft' ? rollout : undefined;
  return (
    <section aria-label={t('rollout')}>
      <h3>{t('rollout')}</h3>
      {rollout ? <RolloutState rollout={rollout} /> : <p>{t('rollout.none')}</p>}
      {!isOver && status !== onShelf && <Alert type="warning" showIcon title={t('rollout.notOnShelf')} />}
      {planned && <p>{t('rollout.planned')}</p>}
      {isOver ? (
        <RolloutForm key={planned?.version} versionId={versionId} planned={planned} />
      ) : (
        <StepButtons versionId={versionId} state={rollout.state} />
      )}
      <dl className="apps-funnel" aria-label={t('version.funnel')}>
        {steps.map((step) => (
          <div key={step}>
            <dt>{t(`funnel.${step}`)}</dt>
            <dd>{funnel[step]}</dd>
          </div>
        ))}
      </dl>
      {reasons.length > 0 && <p>{reasons.map(({ reason, count }) => `${words(reason)}: ${count}`).join(' · ')}</p>}
      {funnel.offered > 0 && <RolloutNumbers versionId={versionId} />}
    </section>
  );
}

function RolloutState({ rollout }: { rollout: RolloutView }): ReactElement {
  const t = useT('apps');
  const gateName = (gate: string): string => t(`gate.${gate as 'crash'}`);
  return (
    <>
      <p>
        <span className="whk-tag">{t(`rollout.state.${rollout.state}`)}</span>
      </p>
      {rollout.haltedBy && (
        <Alert type="error" showIcon title={t('rollout.haltedBy', { ...rollout.haltedBy, gate: gateName(rollout.haltedBy.gate) })} />
      )}
      <ol className="apps-stages">
        {rollout.stages.map((stage, at) => (
          <li key={stage.percent} aria-current={at === rollout.stageNo ? 'step' : undefined}>
            {t('rollout.stage', { no: at + 1, percent: stage.percent, hours: stage.minHours })}
            {stage.ring.length > 0 && ` · ${t('rollout.ring', { count: stage.ring.length })}`}
            {stage.advance === 'byHand' && ` · ${t('rollout.byHand')}`}
          </li>
        ))}
      </ol>
      <table className="whk-stacked apps-table" aria-label={t('rollout.gates')}>
        <thead>
          <tr>
            <th>{t('rollout.gate')}</th>
            <th>{t('rollout.value')}</th>
            <th>{t('rollout.limit')}</th>
            <th>{t('rollout.sample')}</th>
          </tr>
        </thead>
        <tbody>
          {rollout.measured.map((one) => (
            <tr key={one.gate}>
              <td data-label={t('rollout.gate')}>{gateName(one.gate)}</td>
              <td data-label={t('rollout.value')}>{one.value}%</td>
              <td data-label={t('rollout.limit')}>{one.limit === null ? t('rollout.gateOff') : `${one.limit}%`}</td>
              <td data-label={t('rollout.sample')}>{t('rollout.sampleOf', { sample: one.sample, least: one.least })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The steps that the present state allows; halting is always in reach. */
function StepButtons({ versionId, state }: { versionId: string; state: RolloutView['state'] }): ReactElement {
  const t = useT('apps');
  const isRunning = state === 'running' || state === 'waiting';
  const all = [
    ...(isRunning
      ? ([
          ['halt', rolloutHalt],
          ['advance', rolloutAdvance],
          ['pause', rolloutPause],
        ] as const)
      : []),
    ...(isRunning ? [] : ([['resume', rolloutResume]] as const)),
    ['finish', rolloutFinish],
    ['cancel', rolloutCancel],
  ] as const;
  return (
    <div className="apps-bar">
      {all.map(([step, endpoint]) => (
        <ActionButton
          key={step}
          endpoint={endpoint}
          input={{ versionId }}
          danger={step === 'halt' || step === 'cancel'}
          confirm={step === 'pause' || step === 'halt' ? 'none' : 'ask'}
          called={t(`rollout.${step}`)}
          invalidates={[rolloutGet, appVersion.get, appVersion.list]}
        />
      ))}
    </div>
  );
}
