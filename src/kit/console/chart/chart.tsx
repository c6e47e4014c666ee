import { BarChartOutlined, TableOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { later } from '../shell/later.tsx';
import './chart.css';
import { ChartTable } from './chart-table.tsx';
import type { ChartData } from './chart-types.ts';
import { swatchOf } from './palette.ts';
import { useDescription } from './use-description.ts';

const Canvas = later('chart', async () => (await import('./canvas.tsx')).Canvas, <div className="whc-coming" />);

/** A chart with its name, its legend and the same figures as a table. */
export interface ChartProps {
  title: string;
  /** What stands below the title: the span, how it was counted. */
  note?: ReactNode;
  /** Undefined while it is on its way. */
  data: ChartData | undefined;
  /** Dragging over a chart of time chooses a span; what else narrows it stands beside the chart. */
  onSpan?: (from: number, to: number) => void;
  /** One of many small ones. */
  small?: boolean;
  /** Charts of one group show the same moment when one of them is pointed at. */
  group?: string;
  /** Level of the title; 3 unless said. */
  level?: 2 | 3 | 4;
}

/** A chart (level 1): fetched when it is drawn first, told in words to who does not see it, and shown as a table on request. */
export function Chart({ title, note, data, onSpan, small = false, group, level = 3 }: ChartProps): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  const [isTable, setTable] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const description = useDescription(title, data);
  const Heading = `h${level}` as const;
  const isEmpty = data !== undefined && !hasValues(data);
  return (
    <figure className={small ? 'whc whc-small' : 'whc'} aria-busy={data === undefined}>
      <figcaption>
        <Heading>{title}</Heading>
        {note !== undefined && <small>{note}</small>}
        {!small && data !== undefined && !isEmpty && (
          <Button
            type="text"
            size="small"
            icon={isTable ? <BarChartOutlined aria-hidden="true" /> : <TableOutlined aria-hidden="true" />}
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            {t(isTable ? 'chart.asChart' : 'chart.asTable')}
          </Button>
        )}
      </figcaption>
      {data !== undefined && !small && <Legend data={data} hidden={hidden} onHidden={setHidden} />}
      {data === undefined && <div className="whc-coming" />}
      {isEmpty && <p className="whc-none">{t('chart.none')}</p>}
      {data !== undefined && !isEmpty && !isTable && (
        <div className="whc-drawing" data-kind={data.kind} data-rows={rowsOf(data)}>
          <Canvas data={data} language={language} description={description} small={small} hidden={hidden} group={group} onSpan={onSpan} />
        </div>
      )}
      {data !== undefined && !isEmpty && isTable && <ChartTable title={title} data={data} />}
    </figure>
  );
}

function hasValues(data: ChartData): boolean {
  if (data.kind === 'rank') return data.rows.length > 0;
  const rows = data.kind === 'heat' ? data.rows : data.series;
  return rows.some(({ values }) => values.some((value) => value !== null && value !== 0));
}

/** How tall rows make the drawing, in steps that the style sheet knows. */
function rowsOf(data: ChartData): string | undefined {
  if (data.kind !== 'rank' && data.kind !== 'heat') return undefined;
  const count = data.rows.length;
  return count <= 5 ? 'few' : count <= 12 ? 'some' : 'many';
}

interface LegendProps {
  data: ChartData;
  hidden: ReadonlySet<string>;
  onHidden: (hidden: ReadonlySet<string>) => void;
}

/** Names of the series; a click takes one away and brings it back. */
function Legend({ data, hidden, onHidden }: LegendProps): ReactElement | null {
  const series = useMemo(() => (data.kind === 'rank' || data.kind === 'heat' ? [] : data.series), [data]);
  if (series.length < 2) return null;
  const toggle = (key: string): void => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    onHidden(next);
  };
  return (
    <ul className="whc-legend">
      {series.map(({ key, label, tone }, index) => (
        <li key={key}>
          <button type="button" aria-pressed={!hidden.has(key)} onClick={() => toggle(key)}>
            <i className={swatchOf(tone, index)} aria-hidden="true" />
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}
