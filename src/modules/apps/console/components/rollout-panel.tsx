import { Alert } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import type { Endpoint } from '#kit/common/contract.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { windowText } from '#modules/enterprise/console/public.ts';
import { onShelf } from '../../common/app.contract.ts';
import type { RolloutContract, RolloutView } from '../../common/rollout.contract.ts';
import { useReasonWords } from './reason-words.ts';
import { RolloutForm, type GateName } from './rollout-form.tsx';
import '../apps.css';

const steps = ['offered', 'downloaded', 'installed', 'started', 'failed', 'crashed', 'held'] as const;

interface RolloutPanelProps {
  calls: RolloutContract;
  versionId: string;
  /** Status of the version: a rollout reaches nobody while its version is not on the shelf. */
  status: number;
  /** What is read again after a step. */
  readings: readonly Endpoint[];
  gateName?: GateName | undefined;
  /** Further numbers, once it was offered to somebody. */
  more?: ReactNode;
}

/** The rollout of a version: how far it is, what its gates measure, and each step. */
export function RolloutPanel({ calls, versionId, status, readings, gateName, more }: RolloutPanelProps): ReactElement | null {
  const t = useT('apps');
  const words = useReasonWords();
  const { data } = useRead(calls.get, { versionId }, { every: 15_000 });
  const may = useMay()(calls.start);
  const name: GateName = gateName ?? ((gate) => t(`gate.${gate}`));
  if (!data) return null;
  const { rollout, funnel, reasons } = data;
  const isOver = !rollout || ['draft', 'done', 'cancelled'].includes(rollout.state);
  const planned = rollout?.state === 'draft' ? rollout : undefined;
  const invalidates = [calls.get, ...readings];
  return (
    <section aria-label={t('rollout')}>
      <h3>{t('rollout')}</h3>
      {rollout ? <RolloutState rollout={rollout} gateName={name} /> : <p>{t('rollout.none')}</p>}
      {!isOver && status !== onShelf && <Alert type="warning" showIcon title={t('rollout.notOnShelf')} />}
      {planned && <p>{t('rollout.planned')}</p>}
      {isOver
        ? may && (
            <RolloutForm
              key={planned?.version}
              calls={calls}
              versionId={versionId}
              planned={planned}
              gateName={name}
              invalidates={invalidates}
            />
          )
        : rollout && <StepButtons calls={calls} versionId={versionId} state={rollout.state} invalidates={invalidates} />}
      <dl className="apps-funnel" aria-label={t('version.funnel')}>
        {steps.map((step) => (
          <div key={step}>
            <dt>{t(`funnel.${step}`)}</dt>
            <dd>{funnel[step]}</dd>
          </div>
        ))}
      </dl>
      {reasons.length > 0 && <p>{reasons.map(({ reason, count }) => `${words(reason)}: ${count}`).join(' · ')}</p>}
      {funnel.offered > 0 && more}
    </section>
  );
}

function RolloutState({ rollout, gateName }: { rollout: RolloutView; gateName: GateName }): ReactElement {
  const t = useT('apps');
  const hours = useT('enterprise');
  return (
    <>
      <p>
        <span className="whk-tag">{t(`rollout.state.${rollout.state}`)}</span>
      </p>
      {rollout.haltedBy && (
        <Alert
          type="error"
          showIcon
          title={t('rollout.haltedBy', { ...rollout.haltedBy, gate: gateName(rollout.haltedBy.gate as 'crash') })}
        />
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
      {rollout.window && <p>{t('rollout.within', { hours: windowText(rollout.window, hours) })}</p>}
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
              <td data-label={t('rollout.gate')}>{gateName(one.gate as 'crash')}</td>
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

interface StepButtonsProps {
  calls: RolloutContract;
  versionId: string;
  state: RolloutView['state'];
  invalidates: readonly Endpoint[];
}

/** The steps that the present state allows; halting is always in reach. */
function StepButtons({ calls, versionId, state, invalidates }: StepButtonsProps): ReactElement {
  const t = useT('apps');
  const isRunning = state === 'running' || state === 'waiting';
  const all = [...(isRunning ? (['halt', 'advance', 'pause'] as const) : (['resume'] as const)), 'finish', 'cancel'] as const;
  return (
    <div className="apps-bar">
      {all.map((step) => (
        <ActionButton
          key={step}
          endpoint={calls[step]}
          input={{ versionId }}
          danger={step === 'halt' || step === 'cancel'}
          confirm={step === 'pause' || step === 'halt' ? 'none' : 'ask'}
          called={t(`rollout.${step}`)}
          invalidates={invalidates}
        />
      ))}
    </div>
  );
}
