import { Switch } from 'antd';
import { useEffect, useState, type ReactElement } from 'react';
import { callRaw } from '#kit/console/call/call.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { eventReader } from '#kit/console/shell/live/live-stream.ts';
import { logTail } from '../../common/log-tail.contract.ts';
import type { ExportedLog } from '../../common/export.contract.ts';
import type { LoginView } from '../../common/login-log.contract.ts';
import type { OperationView } from '../../common/operation-log.contract.ts';
import { Account, Address } from './login-columns.tsx';
import { Moment } from './moment.tsx';
import { ResultMark } from './result-mark.tsx';

/** Rows that stay on screen. */
const shown = 20;

interface LogTailProps {
  log: ExportedLog;
  filters: Readonly<Record<string, unknown>>;
}

/** A switch that follows the log: new rows stand above the list as they come, under the filters of the list. */
export function LogTail({ log, filters }: LogTailProps): ReactElement {
  const t = useT('logs');
  const [on, setOn] = useState(false);
  return (
    <div className="wl-tail">
      <label>
        <Switch size="small" checked={on} onChange={setOn} /> {t('operation.tail')}
      </label>
      {on && <Rows key={JSON.stringify(filters)} log={log} filters={filters} />}
    </div>
  );
}

type Row = OperationView | LoginView;

interface Followed {
  rows: Row[];
  skipped: number;
  ended: boolean;
}

function Rows({ log, filters }: LogTailProps): ReactElement {
  const t = useT('logs');
  const asked = JSON.stringify(filters);
  const [{ rows, skipped, ended }, setFollowed] = useState<Followed>({ rows: [], skipped: 0, ended: false });
  useEffect(() => {
    const stop = new AbortController();
    const end = (): void => setFollowed((before) => ({ ...before, ended: true }));
    const read = eventReader(({ topic, data }) => {
      if (topic === 'session') end();
      if (topic !== 'rows') return;
      const { list, skipped: more } = data as { list: Row[]; skipped: number };
      setFollowed((before) => ({
        ...before,
        rows: [...list.toReversed(), ...before.rows].slice(0, shown),
        skipped: before.skipped + more,
      }));
    });
    // A connection that was lost ends it as the server's end does.
    follow(log, JSON.parse(asked) as Record<string, string>, { read, signal: stop.signal }).then(end, () => stop.signal.aborted || end());
    return () => stop.abort();
  }, [log, asked]);
  return (
    <div role="log" aria-label={t('operation.tail')} aria-live="off">
      {rows.length === 0 && !ended && <p className="wl-soft">{t('operation.tailWaits')}</p>}
      <ul className="wl-lines">
        {rows.map((row) => (
          <li key={row.id}>
            <Moment at={row.at} />
            {'what' in row ? <Done row={row} /> : <SignedIn row={row} />}
          </li>
        ))}
      </ul>
      {skipped > 0 && <p className="wl-soft">{t('operation.tailSkipped', { count: skipped })}</p>}
      {ended && <p className="wl-soft">{t('operation.tailEnded')}</p>}
    </div>
  );
}

function Done({ row }: { row: OperationView }): ReactElement {
  return (
    <>
      <ResultMark result={row.result}>
        {row.what}
        {row.objectName !== null && <strong>{row.objectName}</strong>}
      </ResultMark>
      <span className="wl-soft">{row.name || row.account}</span>
    </>
  );
}

function SignedIn({ row }: { row: LoginView }): ReactElement {
  const t = useT('logs');
  return (
    <>
      <ResultMark result={row.result}>
        {row.reason === null ? t(`login.event.${row.event}`) : t(`login.reason.${row.reason}`)}
        <strong>
          <Account row={row} />
        </strong>
      </ResultMark>
      <span className="wl-soft">{row.name}</span>
      <span>
        <Address row={row} />
      </span>
    </>
  );
}

interface Reader {
  read: (piece: string) => void;
  signal: AbortSignal;
}

/** Reads the stream until it ends. */
async function follow(log: ExportedLog, filters: Record<string, string>, { read, signal }: Reader): Promise<void> {
  const response = await callRaw(logTail, { log, filters }, { signal, silent: true });
  const body = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await body?.read(); part && !part.done; part = await body?.read()) read(part.value);
}
