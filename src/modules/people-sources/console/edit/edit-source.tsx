import { Alert } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ObjectPage } from '#kit/console/object/object-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { sourceDisable, sourceEnable, sourceGet, type SourceDetail } from '../../common/source.contract.ts';
import { isPushed } from '../../common/source-kinds.ts';
import { source as subject } from '../subjects.ts';
import { sourceReadings } from '../source-readings.ts';
import { sourceHead } from '../source-state.tsx';
import { useSample } from './use-sample.ts';
import type { FileLook } from './upload-panel.tsx';
import { ConnectionStep, LifeStep, MappingStep, SafetyStep, ScheduleStep, ScopeStep } from './steps.tsx';

/** A source in six steps, each saved by itself. */
export function EditSource({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const t = useT('user-centre');
  const { data, error, refetch } = useRead(sourceGet, { id });
  // What was seen of the other side stays in view meanwhile.
  const sample = useSample(id);
  const [look, setLook] = useState<FileLook>();
  return (
    <ObjectPage<SourceDetail>
      subject={subject}
      read={{ data, error, refetch }}
      head={sourceHead}
      actions={(source) => <Switch source={source} />}
      back={{ label: t('source.toRuns'), go: onClose }}
      notice={({ planRead }) => !planRead && <Alert type="info" showIcon title={t('source.noPlanYet')} />}
      tabName="step"
      tabs={(source) => {
        // What was saved is read again: the step begins with it.
        const key = `${source.id} ${source.version}`;
        const last = isPushed(source.kind) ? 'source.step.alarm' : 'source.step.schedule';
        return [
          {
            key: 'connection',
            label: `1 ${t('source.step.connection')}`,
            children: <ConnectionStep key={key} source={source} look={look} onLook={setLook} />,
          },
          { key: 'scope', label: `2 ${t('source.step.scope')}`, children: <ScopeStep key={key} source={source} sample={sample} /> },
          { key: 'mapping', label: `3 ${t('source.step.mapping')}`, children: <MappingStep key={key} source={source} sample={sample} /> },
          { key: 'life', label: `4 ${t('source.step.life')}`, children: <LifeStep key={key} source={source} /> },
          { key: 'safety', label: `5 ${t('source.step.safety')}`, children: <SafetyStep key={key} source={source} /> },
          { key: 'schedule', label: `6 ${t(last)}`, children: <ScheduleStep key={key} source={source} /> },
        ];
      }}
    />
  );
}

function Switch({ source }: { source: SourceDetail }): ReactElement {
  const act = { names: [source.name], input: { ids: [source.id] }, invalidates: sourceReadings };
  return source.enabled ? (
    <ActionButton endpoint={sourceDisable} {...act} confirm="ask" />
  ) : (
    <ActionButton endpoint={sourceEnable} {...act} />
  );
}
