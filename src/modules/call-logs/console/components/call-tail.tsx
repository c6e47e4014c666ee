import { Button, Switch } from 'antd';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { callRaw } from '#kit/console/call/call.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { eventReader } from '#kit/console/shell/live/live-stream.ts';
import { numberText, timeText } from '#kit/console/table/formats.ts';
import { callTail, type CallView } from '../../common/call.contract.ts';
import { CallerName } from './call-columns.tsx';
import { ClassMark } from './class-mark.tsx';

/** Rows that stay on screen. */
const shown = 200;

/** A switch that follows the calls: new ones stand above the list as they come, under its filters; they can be paused to be read. */
export function CallTail({ filters }: { filters: Readonly<Record<string, unknown>> }): ReactElement {
  const t = useT('call-logs');
  const [on, setOn] = useState(false);
  return (
    <div className="wcl-tail">
      <label>
        <Switch size="small" checked={on} onChange={setOn} /> {t('call.tail')}
      </label>
      {on && <Rows key={JSON.stringify(filters)} filters={filters} />}
    </div>
  );
}

interface Followed {
  rows: CallView[];
  held: CallView[];
  skipped: number;
  ended: boolean;
}

function Rows({ filters }: { filters: Readonly<Record<string, unknown>> }): ReactElement {
  const t = useT('call-logs');
  const [language] = useLanguage();
  const asked = JSON.stringify(filters);
  const [{ rows, held, skipped, ended }, setFollowed] = useState<Followed>({ rows: [], held: [], skipped: 0, ended: false });
  const [paused, setPaused] = useState(false);
  const isPaused = useRef(false);
  useEffect(() => {
    const stop = new AbortController();
    const end = (): void => setFollowed((before) => ({ ...before, ended: true }));
    const read = eventReader(({ topic, data }) => {
      if (topic === 'session') end();
      if (topic !== 'rows') return;
      const { list, skipped: more } = data as { list: CallView[]; skipped: number };
      const fresh = list.toReversed();
      setFollowed((before) =>
        isPaused.current
          ? { ...before, held: [...fresh, ...before.held].slice(0, shown), skipped: before.skipped + more }
          : { ...before, rows: [...fresh, ...before.rows].slice(0, shown), skipped: before.skipped + more },
      );
    });
    // A connection that was lost ends it as the server's end does.
    follow(JSON.parse(asked) as Record<string, string>, { read, signal: stop.signal }).then(end, () => stop.signal.aborted || end());
    return () => stop.abort();
  }, [asked]);
  const toggle = (): void => {
    isPaused.current = !paused;
    setPaused(!paused);
    if (paused) setFollowed((before) => ({ ...before, rows: [...before.held, ...before.rows].slice(0, shown), held: [] }));
  };
  return (
    <div role="log" aria-label={t('call.tail')} aria-live="off">
      <Button size="small" onClick={toggle}>
        {paused ? t('call.tailGo', { count: numberText(held.length, language) }) : t('call.tailPause')}
      </Button>
      {rows.length === 0 && !ended && <p className="wcl-soft">{t('call.tailWaits')}</p>}
      <ul className="wcl-lines">
        {rows.map((row) => (
          <li key={row.id}>
            <time>{timeText(row.at, language)}</time>
            <ClassMark value={row.class} code={row.code} />
            <strong>{row.interfaceName}</strong>
            <span>
              <CallerName row={row} />
            </span>
            <span className="wcl-soft">{t('call.millis', { ms: numberText(Math.round(row.ms), language) })}</span>
          </li>
        ))}
      </ul>
      {skipped > 0 && <p className="wcl-soft">{t('call.tailSkipped', { count: skipped })}</p>}
      {ended && <p className="wcl-soft">{t('call.tailEnded')}</p>}
    </div>
  );
}

interface Reader {
  read: (piece: string) => void;
  signal: AbortSignal;
}

/** Reads the stream until it ends. */
async function follow(filters: Record<string, string>, { read, signal }: Reader): Promise<void> {
  const response = await callRaw(callTail, { filters }, { signal, silent: true });
  const body = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await body?.read(); part && !part.done; part = await body?.read()) read(part.value);
}
