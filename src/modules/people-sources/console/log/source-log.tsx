import { ArrowLeftOutlined, EditOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { HistoryTab } from '#kit/console/change/history-tab.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { DetailTabs } from '#kit/console/page/detail-tabs.tsx';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { sourceSync } from '../../common/source-run.contract.ts';
import { isPushed } from '../../common/source-kinds.ts';
import { sourceGet, type SourceDetail } from '../../common/source.contract.ts';
import { sourcePage as page } from '../../common/source.permissions.ts';
import { source as subject } from '../subjects.ts';
import { runReadings } from '../source-readings.ts';
import { SourceState } from '../source-state.tsx';
import { ReadChart } from './read-chart.tsx';
import { RunList } from './run-list.tsx';

interface SourceLogProps {
  id: string;
  onRun: (runId: string) => void;
  onEdit: () => void;
  onEvents: () => void;
  onClose: () => void;
}

/** Milliseconds between looks at a source that is being read. */
const lookEvery = 3_000;

/** One source: how it stands, how many people it gave, and its runs. */
export function SourceLog({ id, onRun, onEdit, onEvents, onClose }: SourceLogProps): ReactElement {
  const t = useT('user-centre');
  const list = useCodeName(page.code);
  const { data, error, refetch } = useRead(sourceGet, { id }, { every: lookEvery });
  const changesOnly = data?.kind === 'file' && Boolean(data.config['actionColumn']);
  const actions = data && (
    <>
      <Permit code={page.button.update}>
        {(name) => (
          <Button icon={<EditOutlined aria-hidden="true" />} onClick={onEdit}>
            {name}
          </Button>
        )}
      </Permit>
      {(isPushed(data.kind) || data.secretsSet.includes('eventKey')) && <Button onClick={onEvents}>{t('source.events')}</Button>}
      {!isPushed(data.kind) && (
        <ActionButton
          endpoint={sourceSync}
          type="primary"
          names={[data.name]}
          input={{ id, mode: changesOnly ? 'incremental' : 'full' }}
          disabled={data.state === 'running'}
          {...(data.waiting && { confirm: 'ask' as const, impact: <p>{t('source.replaceWaiting')}</p> })}
          invalidates={runReadings}
          onDone={({ runId }) => onRun(runId)}
        />
      )}
    </>
  );
  return (
    <SubjectContext value={subject}>
      <PageFrame title={data?.name ?? t('source')} actions={actions}>
        <Button type="link" className="so-back" icon={<ArrowLeftOutlined aria-hidden="true" />} onClick={onClose}>
          {list}
        </Button>
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <WaitingForm lines={8} />}
        {data && <One source={data} onRun={onRun} />}
      </PageFrame>
    </SubjectContext>
  );
}

const facts: readonly Fact<SourceDetail>[] = [
  { name: 'state', show: (row) => <SourceState source={row} /> },
  { name: 'people', as: 'number', always: true },
  { name: 'departments', as: 'number', always: true },
  { name: 'lastGoodAt', as: 'time' },
  { name: 'nextAt', as: 'time' },
  { name: 'kind', as: 'enum' },
  { name: 'code', as: 'code' },
  { name: 'rootDepartmentName' },
];

function One({ source, onRun }: { source: SourceDetail; onRun: (runId: string) => void }): ReactElement {
  const t = useT('user-centre');
  return (
    <>
      <Waiting source={source} onRun={onRun} />
      {source.proven === false && <Alert className="so-alert" type="info" showIcon title={t('source.http.unproven')} />}
      {source.state === 'failing' && <Alert className="so-alert" type="error" showIcon title={t('source.failingAlert')} />}
      <section className="whk-panel so-facts" aria-label={t('source')}>
        <Facts row={source} facts={facts} />
      </section>
      <DetailTabs
        tabs={[
          { key: 'runs', label: t('source.tab.runs'), children: <RunList id={source.id} onRun={onRun} /> },
          // Each call is a run of its own: only what is read as a whole has a size.
          ...(isPushed(source.kind) ? [] : [{ key: 'read', label: t('source.tab.read'), children: <ReadChart read={source.read} /> }]),
          { key: 'history', label: t('source.tab.history'), children: <HistoryTab subject={subject} kind="source" objectId={source.id} /> },
        ]}
      />
    </>
  );
}

/** The plan that somebody has to decide on, with the way there. */
function Waiting({
  source: { kind, state, waiting },
  onRun,
}: {
  source: SourceDetail;
  onRun: (runId: string) => void;
}): ReactElement | null {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const isHeld = state === 'held';
  if (!waiting) return null;
  const heldHint = t(isPushed(kind) ? 'source.push.heldHint' : 'source.heldHint');
  return (
    <Alert
      className="so-alert"
      type={isHeld ? 'warning' : 'info'}
      showIcon
      title={t(isHeld ? 'source.heldAlert' : 'source.waitingAlert')}
      description={isHeld ? heldHint : t('source.waitingHint', { at: timeText(waiting.until, language) })}
      action={
        <Button size="small" onClick={() => onRun(waiting.runId)}>
          {t('source.openPlan')}
        </Button>
      }
    />
  );
}
