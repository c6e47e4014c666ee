import { EditOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import type { Fact } from '#kit/console/page/facts.tsx';
import { ObjectPage } from '#kit/console/object/object-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { sourceSync } from '../../common/source-run.contract.ts';
import { isPushed } from '../../common/source-kinds.ts';
import { sourceGet, type SourceDetail } from '../../common/source.contract.ts';
import { sourcePage as page } from '../../common/source.permissions.ts';
import { source as subject } from '../subjects.ts';
import { runReadings } from '../source-readings.ts';
import { sourceHead } from '../source-state.tsx';
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
  const kit = useT('kit');
  const list = useCodeName(page.code);
  const { data, error, refetch } = useRead(sourceGet, { id }, { every: lookEvery });
  const actions = (data: SourceDetail): ReactElement => (
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
          input={{ id, mode: data.kind === 'file' && data.config['actionColumn'] ? 'incremental' : 'full' }}
          why={data.state === 'running' && kit('why.running')}
          {...(data.waiting && { confirm: 'ask' as const, impact: <p>{t('source.replaceWaiting')}</p> })}
          invalidates={runReadings}
          onDone={({ runId }) => onRun(runId)}
        />
      )}
    </>
  );
  return (
    <ObjectPage<SourceDetail>
      subject={subject}
      read={{ data, error, refetch }}
      head={sourceHead}
      actions={actions}
      back={{ label: list, go: onClose }}
      facts={facts}
      notice={(source) => <Notices source={source} onRun={onRun} />}
      tabs={(source) => [
        { key: 'runs', label: t('source.tab.runs'), children: <RunList id={source.id} onRun={onRun} /> },
        // Each call is a run of its own: only what is read as a whole has a size.
        ...(isPushed(source.kind) ? [] : [{ key: 'read', label: t('source.tab.read'), children: <ReadChart read={source.read} /> }]),
      ]}
      history={() => ({ kind: 'source', objectId: id })}
    />
  );
}

const facts: readonly Fact<SourceDetail>[] = [
  { name: 'people', as: 'number', always: true },
  { name: 'departments', as: 'number', always: true },
  { name: 'lastGoodAt', as: 'time' },
  { name: 'nextAt', as: 'time' },
  { name: 'kind', as: 'enum' },
];

/** What needs attention: a plan that waits, a way that was never tried, readings that fail. */
function Notices({ source, onRun }: { source: SourceDetail; onRun: (runId: string) => void }): ReactElement {
  const t = useT('user-centre');
  return (
    <>
      <Waiting source={source} onRun={onRun} />
      {source.proven === false && <Alert type="info" showIcon title={t('source.http.unproven')} />}
      {source.state === 'failing' && <Alert type="error" showIcon title={t('source.failingAlert')} />}
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
