import { ArrowLeftOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DetailTabs } from '#kit/console/page/detail-tabs.tsx';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { sourceDisable, sourceEnable, sourceGet, type SourceDetail } from '../../common/source.contract.ts';
import { isPushed } from '../../common/source-kinds.ts';
import { source as subject } from '../subjects.ts';
import { sourceReadings } from '../source-readings.ts';
import { SourceState } from '../source-state.tsx';
import { useSample } from './use-sample.ts';
import type { FileLook } from './upload-panel.tsx';
import { ConnectionStep, LifeStep, MappingStep, SafetyStep, ScheduleStep, ScopeStep } from './steps.tsx';

/** A source in six steps, each saved by itself. */
export function EditSource({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const t = useT('user-centre');
  const { data, error, refetch } = useRead(sourceGet, { id });
  const act = data && { names: [data.name], input: { ids: [data.id] }, invalidates: sourceReadings };
  return (
    <SubjectContext value={subject}>
      <PageFrame
        title={data?.name ?? t('source')}
        actions={
          data &&
          act && (
            <>
              <SourceState source={data} />
              {data.enabled ? (
                <ActionButton endpoint={sourceDisable} {...act} confirm="ask" />
              ) : (
                <ActionButton endpoint={sourceEnable} {...act} />
              )}
            </>
          )
        }
      >
        <Button type="link" className="so-back" icon={<ArrowLeftOutlined aria-hidden="true" />} onClick={onClose}>
          {t('source.toRuns')}
        </Button>
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <WaitingForm lines={8} />}
        {data && <Steps source={data} />}
      </PageFrame>
    </SubjectContext>
  );
}

function Steps({ source }: { source: SourceDetail }): ReactElement {
  const t = useT('user-centre');
  // What was saved is read anew: the step begins with it.
  const key = `${source.id} ${source.version}`;
  // What was seen of the other side stays in sight meanwhile.
  const sample = useSample(source.id);
  const [look, setLook] = useState<FileLook>();
  return (
    <>
      {!source.planRead && <Alert className="so-alert" type="info" showIcon title={t('source.noPlanYet')} />}
      <DetailTabs
        name="step"
        tabs={[
          {
            key: 'connection',
            label: `1 ${t('source.step.connection')}`,
            children: <ConnectionStep key={key} source={source} look={look} onLook={setLook} />,
          },
          { key: 'scope', label: `2 ${t('source.step.scope')}`, children: <ScopeStep key={key} source={source} sample={sample} /> },
          { key: 'mapping', label: `3 ${t('source.step.mapping')}`, children: <MappingStep key={key} source={source} sample={sample} /> },
          { key: 'life', label: `4 ${t('source.step.life')}`, children: <LifeStep key={key} source={source} /> },
          { key: 'safety', label: `5 ${t('source.step.safety')}`, children: <SafetyStep key={key} source={source} /> },
          {
            key: 'schedule',
            label: `6 ${t(isPushed(source.kind) ? 'source.step.alarm' : 'source.step.schedule')}`,
            children: <ScheduleStep key={key} source={source} />,
          },
        ]}
      />
    </>
  );
}
