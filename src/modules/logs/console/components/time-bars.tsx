import { LeftOutlined, RightOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useState, type PointerEvent, type ReactElement } from 'react';
import type { Result } from '../../common/operation-log.contract.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { useTimeText } from './use-time-text.ts';

/** Counts over time, as the server answers them. */
export interface BarsData {
  step: 'hour' | 'day';
  from: number;
  to: number;
  list: readonly ({ at: number } & Record<Result, number>)[];
}

interface TimeBarsProps {
  /** What is counted. */
  label: string;
  /** Results that there can be, the highest bar first. */
  results?: readonly Result[];
  read: { data: BarsData | undefined; isError: boolean };
  onSpan: (from: number, to: number) => void;
}

const lengths = { hour: 3_600_000, day: 86_400_000 };
const height = 56;
const shown = ['failed', 'refused', 'ok'] as const;

/** Bars of counts over time: dragging over them, a click on one, or the buttons narrow and move the span. */
export function TimeBars({ label, results = shown, read, onSpan }: TimeBarsProps): ReactElement {
  const t = useT('logs');
  const { data } = read;
  if (data === undefined) return <div className="wl-bars" aria-busy={!read.isError} />;
  const { from, to } = data;
  const span = Math.max(1, to - from);
  const move = (start: number, end: number): void => onSpan(Math.max(0, Math.round(start)), Math.max(1, Math.round(end)));
  const steps = [
    { key: 'earlier', icon: <LeftOutlined />, go: () => move(from - span, from - 1) },
    { key: 'later', icon: <RightOutlined />, go: () => move(to + 1, to + span) },
    { key: 'narrow', icon: <ZoomInOutlined />, go: () => move(from + span / 4, to - span / 4) },
    { key: 'widen', icon: <ZoomOutOutlined />, go: () => move(from - span / 2, to + span / 2) },
  ] as const;
  return (
    <section className="wl-bars" aria-label={label}>
      <Bars data={data} onSpan={move} />
      <div className="wl-bars-foot">
        <Sums data={data} results={results} />
        <span className="wl-bars-steps">
          {steps.map(({ key, icon, go }) => (
            <Tooltip key={key} title={t(`operation.span.${key}`)}>
              <Button type="text" size="small" icon={icon} aria-label={t(`operation.span.${key}`)} onClick={go} />
            </Tooltip>
          ))}
        </span>
      </div>
    </section>
  );
}

/** The span in words, and how many there were in it by result: what the bars say to who does not see them. */
function Sums({ data, results }: { data: BarsData; results: readonly Result[] }): ReactElement {
  const t = useT('logs');
  const [language] = useLanguage();
  const timeText = useTimeText();
  const sum = (result: Result): number => data.list.reduce((all, bar) => all + bar[result], 0);
  return (
    <span className="wl-bars-sums">
      <span>
        {timeText(data.from)} – {timeText(data.to)}
      </span>
      {results.toReversed().map((result) => (
        <span key={result} data-result={result}>
          <i aria-hidden="true" /> {t(`operation.result.${result}`)} {numberText(sum(result), language)}
        </span>
      ))}
    </span>
  );
}

function Bars({ data, onSpan }: { data: BarsData; onSpan: (from: number, to: number) => void }): ReactElement {
  const t = useT('logs');
  const [language] = useLanguage();
  const timeText = useTimeText();
  const [drag, setDrag] = useState<{ start: number; end: number }>();
  const { step, from, to, list } = data;
  const length = lengths[step];
  const span = Math.max(1, to - from);
  const most = Math.max(1, ...list.map((bar) => bar.ok + bar.refused + bar.failed));
  const momentAt = (event: PointerEvent<SVGSVGElement>): number => {
    const box = event.currentTarget.getBoundingClientRect();
    return from + (Math.min(Math.max(event.clientX - box.left, 0), box.width) / Math.max(1, box.width)) * span;
  };
  const finish = (): void => {
    if (!drag) return;
    setDrag(undefined);
    const [start, end] = drag.start < drag.end ? [drag.start, drag.end] : [drag.end, drag.start];
    // Hardly moved: the one bar that was pointed at.
    const one = list.find((bar) => start >= bar.at && start < bar.at + length);
    if (end - start > span / 100) onSpan(start, end);
    else if (one) onSpan(Math.max(one.at, from), Math.min(one.at + length - 1, to));
  };
  const x = (at: number): number => ((at - from) / span) * 1000;
  return (
    <svg
      className="wl-bars-graph"
      viewBox={`0 0 1000 ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        const at = momentAt(event);
        setDrag({ start: at, end: at });
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, end: momentAt(event) })}
      onPointerUp={finish}
      onPointerCancel={() => setDrag(undefined)}
    >
      {list.map((bar) => (
        <g key={bar.at}>
          <title>
            {t('operation.histogramBar', {
              time: timeText(bar.at),
              ok: numberText(bar.ok, language),
              refused: numberText(bar.refused, language),
              failed: numberText(bar.failed, language),
            })}
          </title>
          {stacked(bar, most).map(({ result, y, tall }) => (
            <rect key={result} data-result={result} x={x(bar.at)} y={y} width={Math.max(1, (length / span) * 1000 - 1)} height={tall} />
          ))}
        </g>
      ))}
      {drag && (
        <rect
          className="wl-bars-drag"
          x={x(Math.min(drag.start, drag.end))}
          y={0}
          width={Math.abs(x(drag.end) - x(drag.start))}
          height={height}
        />
      )}
    </svg>
  );
}

/** Failed below, then refused, then done; what is there is at least seen. */
function stacked(bar: BarsData['list'][number], most: number): { result: Result; y: number; tall: number }[] {
  let floor = height;
  return shown.flatMap((result) => {
    if (bar[result] === 0) return [];
    const tall = Math.max(2, (bar[result] / most) * (height - 6));
    floor -= tall;
    return [{ result, y: Math.max(0, floor), tall }];
  });
}
