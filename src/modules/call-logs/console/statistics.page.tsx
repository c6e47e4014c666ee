import { App, Button, Segmented, Select, Tag } from 'antd';
import { type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { saveText } from '#kit/console/call/download.ts';
import { Chart } from '#kit/console/chart/chart.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { callTargets, statExport, statGroups, statOverview, statReport, statSeries } from '../common/stat.contract.ts';
import './components/call-logs.css';
import { ClassChart, HeatChart, SmallCharts } from './components/stat-charts.tsx';
import { StatHeads } from './components/stat-heads.tsx';
import { StatTable } from './components/stat-table.tsx';
import { TargetSelect } from './components/target-select.tsx';
import { spans, useStatFilters, type SpanName, type StatState } from './components/use-stat-filters.ts';

/** Calls, failures and durations as figures and charts, by what caused them. */
export default function StatisticsPage(): ReactElement {
  const state = useStatFilters();
  const { asked, offset } = state;
  const t = useT('call-logs');
  const { data: all } = useRead(statSeries, { ...asked, offset });
  const { data: heads } = useRead(statOverview, asked);
  const line = all?.lines[0];
  const at = all?.at ?? [];
  const time = line && all ? { at, marks: all.marks } : undefined;
  return (
    <div className="wcl-statistics">
      <StatBar state={state} />
      <StatHeads data={heads} />
      <div className="whc-grid">
        <Chart
          title={t('stat.chart.calls')}
          note={t('stat.chart.drag')}
          onSpan={state.choose}
          data={
            line &&
            time && {
              kind: 'bar',
              stacked: true,
              unit: 'count',
              ...time,
              series: [
                {
                  key: 'done',
                  label: t('stat.done'),
                  tone: 'primary',
                  values: line.calls.map((calls, index) => calls - (line.failures[index] ?? 0)),
                },
                { key: 'failed', label: t('jobs.state.failed'), tone: 'danger', values: line.failures },
              ],
            }
          }
        />
        <Chart
          title={t('stat.chart.durations')}
          onSpan={state.choose}
          data={
            line &&
            time && {
              kind: 'line',
              unit: 'ms',
              ...time,
              series: [
                { key: 'p50', label: 'p50', values: line.p50 },
                { key: 'p95', label: 'p95', values: line.p95 },
                { key: 'p99', label: 'p99', values: line.p99 },
              ],
            }
          }
        />
        <ClassChart state={state} />
        <HeatChart state={state} />
      </div>
      <SmallCharts state={state} />
      <StatTable state={state} />
    </div>
  );
}

/** What the figures are narrowed by. */
function StatBar({ state }: { state: StatState }): ReactElement {
  const t = useT('call-logs');
  const [search] = useSearchParams();
  const { asked, span, set, groupBy } = state;
  return (
    <div className="wcl-bar" role="search">
      <Segmented<SpanName | 'own'>
        aria-label={t('stat.spanLabel')}
        value={span}
        options={[
          ...spans.map(({ name }) => ({ value: name, label: t(`stat.span.${name}`) })),
          ...(span === 'own' ? [{ value: 'own' as const, label: t('stat.span.own') }] : []),
        ]}
        onChange={(next) => next !== 'own' && set({ span: next, from: undefined, to: undefined })}
      />
      <TargetSelect
        value={asked.interfaceId ?? asked.systemId}
        onChange={(chosen) =>
          set({
            interfaceId: chosen?.kind === 'interface' ? chosen.id : undefined,
            systemId: chosen?.kind === 'system' ? chosen.id : undefined,
          })
        }
        endpoint={callTargets}
      />
      {asked.callerId !== undefined && (
        <Tag closable onClose={() => set({ callerId: undefined, callerKind: undefined })}>
          {search.get('callerName') ?? t('stat.group.caller')}
        </Tag>
      )}
      <Select
        className="wcl-group"
        aria-label={t('stat.groupLabel')}
        value={groupBy}
        options={statGroups.map((value) => ({ value, label: t(`stat.group.${value}`) }))}
        onChange={(next) => set({ groupBy: next })}
      />
      <div className="wcl-files">
        <ReportButton asked={asked} />
        <ExportButton endpoint={statExport} input={(format) => ({ format, filter: asked, groupBy })} />
      </div>
    </div>
  );
}

/** Writes what is seen as a document to hand on. */
function ReportButton({ asked }: { asked: StatState['asked'] }): ReactElement | null {
  const t = useT('call-logs');
  const { message } = App.useApp();
  const { granted, name } = useActionName(statReport);
  if (!granted) return null;
  const write = async (): Promise<void> => {
    const { fileName, text } = await call(statReport, { ...asked, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });
    saveText(fileName, text, 'text/html');
    void message.success(t('stat.report.done', { file: fileName }));
  };
  return <Button onClick={() => void write()}>{name}</Button>;
}
