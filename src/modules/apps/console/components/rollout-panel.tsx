import { Alert, Button, Input, InputNumber } from 'antd';
import { useState, type ReactElement } from 'react';
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
  rolloutStart,
  type RolloutView,
} from '../../common/release.contract.ts';
import { appVersion } from '../../common/version.contract.ts';
import '../apps.css';

const steps = ['offered', 'downloaded', 'installed', 'started', 'failed', 'crashed', 'held'] as const;

/** The rollout of a version: how far it is, what its gates measure, and each step. */
export function RolloutPanel({ versionId }: { versionId: string }): ReactElement | null {
  const t = useT('apps');
  const { data } = useRead(rolloutGet, { versionId }, { every: 15_000 });
  if (!data) return null;
  const { rollout, funnel, reasons } = data;
  const isOver = !rollout || rollout.state === 'done' || rollout.state === 'cancelled';
  return (
    <section aria-label={t('rollout')}>
      <h3>{t('rollout')}</h3>
      {rollout ? <RolloutState rollout={rollout} /> : <p>{t('rollout.none')}</p>}
      {isOver ? <StartForm versionId={versionId} /> : <StepButtons versionId={versionId} state={rollout.state} />}
      <dl className="apps-funnel" aria-label={t('version.funnel')}>
        {steps.map((step) => (
          <div key={step}>
            <dt>{t(`funnel.${step}`)}</dt>
            <dd>{funnel[step]}</dd>
          </div>
        ))}
      </dl>
      {reasons.length > 0 && <p>{reasons.map(({ reason, count }) => `${reason}: ${count}`).join(' · ')}</p>}
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
        <Alert type="error" showIcon message={t('rollout.haltedBy', { ...rollout.haltedBy, gate: gateName(rollout.haltedBy.gate) })} />
      )}
      <ol className="apps-stages">
        {rollout.stages.map((stage, at) => (
          <li key={stage.percent} aria-current={at === rollout.stageNo ? 'step' : undefined}>
            {t('rollout.stage', { no: at + 1, percent: stage.percent, hours: stage.minHours })}
            {stage.advance === 'byHand' && ` · ${t('rollout.byHand')}`}
          </li>
        ))}
      </ol>
      <p>
        {rollout.measured
          .filter(({ limit }) => limit !== null)
          .map((one) => t('rollout.gateLine', { ...one, gate: gateName(one.gate), limit: one.limit ?? 0 }))
          .join(' · ')}
      </p>
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
          invalidates={[rolloutGet, appVersion.get, appVersion.list]}
        >
          {t(`rollout.${step}`)}
        </ActionButton>
      ))}
    </div>
  );
}

/** Plans stages and starts them. */
function StartForm({ versionId }: { versionId: string }): ReactElement {
  const t = useT('apps');
  const [open, setOpen] = useState(false);
  const [percents, setPercents] = useState('1, 10, 50, 100');
  const [hours, setHours] = useState(24);
  const stages = percents
    .split(/[,，、\s]+/)
    .map(Number)
    .filter((percent) => percent >= 0.1 && percent <= 100)
    .map((percent) => ({ percent, minHours: hours }));
  if (!open)
    return (
      <div className="apps-bar">
        <Button onClick={() => setOpen(true)}>{t('rollout.begin')}</Button>
      </div>
    );
  return (
    <>
      <div className="apps-bar">
        <Input
          value={percents}
          aria-label={t('rollout.percents')}
          title={t('rollout.percentsHelp')}
          onChange={(event) => setPercents(event.target.value)}
        />
        <InputNumber value={hours} min={0} max={720} aria-label={t('rollout.hours')} onChange={(next) => setHours(next ?? 0)} />
        <ActionButton
          type="primary"
          endpoint={rolloutStart}
          input={{ versionId, stages: stages as [(typeof stages)[number]] }}
          disabled={stages.length === 0}
          invalidates={[rolloutGet, appVersion.get, appVersion.list]}
        >
          {t('rollout.begin')}
        </ActionButton>
      </div>
      <p>{t('rollout.small')}</p>
    </>
  );
}
