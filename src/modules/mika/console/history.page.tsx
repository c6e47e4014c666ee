import type { ReactElement } from 'react';
import { Chart } from '#kit/console/chart/chart.tsx';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { LogPanel } from '#kit/console/page/log-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useSlices } from '#kit/console/page/use-slices.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { ObjectPicker } from '#kit/console/pickers/object-picker.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { scene } from '../common/scene.contract.ts';
import { historyExport, historyList, historyStatistics, type SessionRow } from '../common/session.contract.ts';
import './mika.css';
import { sessionSubject } from './subjects.ts';

const SessionBody = later('mika-session', async () => (await import('./talk/session-reader.tsx')).SessionBody);

/** Sessions that have ended, with figures of thirty days. */
export default function HistoryPage(): ReactElement {
  const t = useT('mika');
  const list = useSlices(historyList, { searchKey: 'text' });
  const columns: readonly Column<SessionRow, typeof sessionSubject>[] = [
    { name: 'endedAt', as: 'time' },
    { name: 'employeeName' },
    { name: 'departmentName', optional: true },
    { name: 'sceneName' },
    { name: 'turns', as: 'number' },
    { name: 'score', cell: ({ score }) => (score === null ? '—' : score.toFixed(2)) },
    { name: 'result', cell: ({ result }) => (result === null ? '—' : t(`mikaSession.result.${result}`)) },
    { name: 'helped', cell: ({ helped }) => t(`mikaSession.helped.${helped}`) },
    { name: 'ms', as: 'number' },
    { name: 'takenByName', optional: true },
  ];
  return (
    <SubjectContext value={sessionSubject}>
      <Charts />
      <LogPanel
        subject={sessionSubject}
        list={list}
        columns={columns}
        filters={() => (
          <>
            <SearchFilter list={list} name="text" />
            <PickFilter list={list} name="sceneId">
              <ObjectPicker list={scene.list} />
            </PickFilter>
            <PickFilter list={list} name="departmentId">
              <DepartmentPicker />
            </PickFilter>
            <EnumFilter list={list} name="result" />
            <EnumFilter list={list} name="helped" />
            <EnumFilter list={list} name="low" />
            <ExportButton endpoint={historyExport} input={(format) => ({ format, filter: { ...list.asked } })} />
          </>
        )}
        detail={({ id }) => <SessionBody id={id} />}
        empty={<EmptyState title={t('history.empty')} hint={t('history.emptyHint')} />}
      />
    </SubjectContext>
  );
}

/** Questions, what came of them, the first scenes and the first missed sentences. */
function Charts(): ReactElement {
  const t = useT('mika');
  const { data } = useRead(historyStatistics, { days: 30 });
  const at = data?.days.map(({ day }) => Date.parse(`${day}T00:00:00Z`)) ?? [];
  const series = (key: 'hits' | 'missed', tone: 'ok' | 'warn') => ({
    key,
    label: t(`chart.${key}`),
    tone,
    values: data?.days.map((one) => one[key]) ?? [],
  });
  const rank = (rows: readonly { id: string; label: string; value: number }[]) =>
    ({ kind: 'rank', unit: 'count', rows: rows.map(({ id, ...row }) => ({ key: id, ...row })) }) as const;
  return (
    <div className="mika-charts">
      <Chart
        small
        title={t('chart.questions')}
        data={data && { kind: 'bar', stacked: true, unit: 'count', at, series: [series('hits', 'ok'), series('missed', 'warn')] }}
      />
      <Chart
        small
        title={t('chart.scenes')}
        data={data && rank(data.scenes.map(({ id, name, hits }) => ({ id, label: name, value: hits })))}
      />
      <Chart
        small
        title={t('chart.topMissed')}
        data={data && rank(data.missed.map(({ id, example, count }) => ({ id, label: example, value: count })))}
      />
    </div>
  );
}
