import { Alert, Button } from 'antd';
import { useEffect, useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { BackLink } from '#kit/console/object/object-page.tsx';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { numberText, timeText } from '#kit/console/table/formats.ts';
import { sourceRunGet, sourceRunItems, type RunDetail } from '../../common/source-run.contract.ts';
import { sourceDelete } from '../../common/source.contract.ts';
import { sourceRun as subject } from '../subjects.ts';
import { wordOf } from '../counts-text.tsx';
import { deletedReadings, runReadings } from '../source-readings.ts';
import '../source.css';
import { RunDecisions } from './run-decisions.tsx';
import { RunItems } from './run-items.tsx';

const working = new Set(['reading', 'staged', 'applying']);
/** Milliseconds between looks at a run that works. */
const lookEvery = 1_500;

interface RunPageProps {
  runId: string;
  onRun: (runId: string) => void;
  /** The source is not there any more. */
  onDeleted: () => void;
  onClose: () => void;
}

/** One run: what it read, what stops it, its plan line by line, and what may be decided. */
export function RunPage({ runId, onRun, onDeleted, onClose }: RunPageProps): ReactElement {
  const t = useT('user-centre');
  const [works, setWorks] = useState(true);
  const { data, error, refetch } = useRead(sourceRunGet, { runId }, { every: works ? lookEvery : false });
  const now = data === undefined || working.has(data.state);
  if (now !== works) setWorks(now);
  const state = data?.state;
  useEffect(() => {
    // Lines and lists follow when the run is in another state.
    if (state !== undefined) void invalidate(...runReadings.filter((one) => one !== sourceRunGet), sourceRunItems);
  }, [state]);
  return (
    <SubjectContext value={subject}>
      <PageFrame title={data ? t('source.runTitle', { name: data.sourceName }) : t('sourceRun')}>
        <BackLink label={t('source.toRuns')} go={onClose} />
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <WaitingForm lines={8} />}
        {data && <Run run={data} onRun={onRun} onDeleted={onDeleted} />}
      </PageFrame>
    </SubjectContext>
  );
}

const facts: readonly Fact<RunDetail>[] = [
  { name: 'state', show: (row) => <RunState state={row.state} /> },
  { name: 'kind', as: 'enum' },
  { name: 'trigger', as: 'enum' },
  { name: 'by' },
  { name: 'startedAt', as: 'time' },
  { name: 'peopleRead', as: 'number', always: true },
  { name: 'departmentsRead', as: 'number', always: true },
  { name: 'invalid', as: 'number', always: true },
  { name: 'expiresAt', as: 'time' },
  { name: 'appliedAt', as: 'time' },
  { name: 'reason' },
];

/** Nobody has decided on the plan yet. */
const waits = ({ state }: RunDetail): boolean => state === 'planned' || state === 'held';

function RunState({ state }: { state: RunDetail['state'] }): ReactElement {
  return (
    <span className="whk-tag" data-run={state} role="status">
      {wordOf(`source.runState.${state}`)}
    </span>
  );
}

interface RunProps {
  run: RunDetail;
  onRun: (runId: string) => void;
  onDeleted: () => void;
}

function Run({ run, onRun, onDeleted }: RunProps): ReactElement {
  const t = useT('user-centre');
  return (
    <>
      <RunAlert run={run} onRun={onRun} onDeleted={onDeleted} />
      <section className="whk-panel so-facts" aria-label={t('sourceRun')}>
        {/* A plan that was decided on ends by that. */}
        <Facts row={waits(run) ? run : { ...run, expiresAt: null }} facts={facts} />
        <Impact run={run} />
      </section>
      {!working.has(run.state) || run.state === 'applying' ? <RunItems run={run} /> : <WaitingForm lines={6} />}
      <RunDecisions run={run} />
    </>
  );
}

function RunAlert({ run, onRun, onDeleted }: RunProps): ReactElement | null {
  const t = useT('user-centre');
  const [language] = useLanguage();
  if (run.state === 'failed')
    return <Alert className="so-alert" type="error" showIcon title={run.failure ?? wordOf('source.runState.failed')} />;
  if (run.state === 'held' && run.brake)
    return (
      <Alert
        className="so-alert"
        type="warning"
        showIcon
        title={run.brake.text}
        description={t(run.kind === 'scim' ? 'source.push.heldHint' : 'source.heldHint')}
      />
    );
  if (run.same) return <Alert className="so-alert" type="success" showIcon title={t('source.same')} description={t('source.sameHint')} />;
  if (run.state === 'expired') return <Expired run={run} onRun={onRun} />;
  if (run.kind === 'deprovision' && run.state === 'applied') return <Parted run={run} onDeleted={onDeleted} />;
  if (run.state !== 'planned') return null;
  if (run.outdated) return <Alert className="so-alert" type="warning" showIcon title={t('source.outdated')} />;
  return (
    <Alert
      className="so-alert"
      type="info"
      showIcon
      title={t('source.plannedHint')}
      {...(run.expiresAt !== null && { description: t('source.expires', { at: timeText(run.expiresAt, language) }) })}
    />
  );
}

/** Everybody is gone: nothing holds the source any more. */
function Parted({ run, onDeleted }: Pick<RunProps, 'run' | 'onDeleted'>): ReactElement {
  const t = useT('user-centre');
  const act = { names: [run.sourceName], input: { ids: [run.sourceId] }, invalidates: deletedReadings };
  return (
    <Alert
      className="so-alert"
      type="success"
      showIcon
      title={t('source.delete.over')}
      action={<ActionButton endpoint={sourceDelete} {...act} confirm="ask" onDone={onDeleted} />}
    />
  );
}

/** Why a plan can't be applied any more, and where to go on. */
function Expired({ run: { replacedBy }, onRun }: Pick<RunProps, 'run' | 'onRun'>): ReactElement {
  const t = useT('user-centre');
  if (replacedBy === null)
    return <Alert className="so-alert" type="info" showIcon title={t('source.expiredAlert')} description={t('source.expiredHint')} />;
  const open = (
    <Button size="small" onClick={() => onRun(replacedBy)}>
      {t('source.openNewer')}
    </Button>
  );
  return <Alert className="so-alert" type="warning" showIcon title={t('source.replaced')} action={open} />;
}

/** What applying would touch. */
function Impact({ run }: { run: RunDetail }): ReactElement | null {
  const t = useT('user-centre');
  const [language] = useLanguage();
  if (run.loseSignIn === 0 || !waits(run)) return null;
  return <p className="so-lose">{t('source.lose', { n: numberText(run.loseSignIn, language) })}</p>;
}
