import { CheckOutlined, ClockCircleOutlined, ExclamationCircleOutlined, LoadingOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useCallback, useEffect, useRef, useState, type ReactElement } from 'react';
import type { Input } from '#kit/common/contract.ts';
import type { Language } from '#kit/common/language.ts';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { invalidate, queryKeyOf, useRead } from '#kit/console/page/query.ts';
import { queryClient } from '#kit/console/shell/query-client.ts';
import { listJobs } from '#kit/common/jobs/job.contract.ts';
import { dayText, numberText } from '#kit/console/table/formats.ts';
import { sealGet, sealList, sealRuns, sealVerify, type BadRow, type SealRun } from '../../../common/seal.contract.ts';
import { SealStatement } from './seal-statement.tsx';
import { useTimeText } from '../use-time-text.ts';

/** How many are shown over the days. */
const shown = 3;
/** Milliseconds between looks while one runs. */
const lookEvery = 1_000;
const weekMillis = 6 * 86_400_000;

const goesOn = ({ state }: SealRun): boolean => state === 'queued' || state === 'running';

/** Verifications and what they found: the latest with the ways to begin one, or those that are given. */
export function SealRuns({ runs }: { runs?: readonly SealRun[] }): ReactElement {
  if (runs) return <RunList runs={runs} />;
  return <LatestRuns />;
}

function LatestRuns(): ReactElement {
  const t = useT('logs');
  const [begun] = useState(() => Date.now());
  const [watched, watch] = useState(false);
  const { data } = useRead(sealRuns, {}, { every: watched ? lookEvery : false });
  const running = data?.list.some(goesOn) ?? false;
  if (running !== watched) watch(running);
  const tellEnd = useEndTold();
  useEffect(() => {
    if (!watched) return undefined;
    // What was found changes the states of days.
    return () => void Promise.all([queryClient.resetQueries({ queryKey: queryKeyOf(sealList) }), invalidate(sealGet)]);
  }, [watched]);
  useEffect(() => tellEnd(data?.list ?? []), [data, tellEnd]);
  const begin = useBegin();
  const { granted } = useActionName(sealVerify);
  return (
    <div className="wl-seals">
      <div className="wl-seals-do">
        <h2>{t('seal.runs')}</h2>
        {granted && <Button onClick={() => void begin({ from: begun - weekMillis })}>{t('seal.verifyWeek')}</Button>}
        {granted && <Button onClick={() => void begin({})}>{t('seal.verifyAll')}</Button>}
      </div>
      {data && <RunList runs={data.list.slice(0, shown)} latest={data.list} />}
    </div>
  );
}

/** Begins a verification and says so; what it finds is said when it ends. */
export function useBegin(): (input: Input<typeof sealVerify>) => Promise<void> {
  const t = useT('logs');
  const { message } = App.useApp();
  return async (input) => {
    try {
      await call(sealVerify, input);
      void message.info(t('seal.started'));
      await invalidate(sealRuns, sealGet, listJobs);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    }
  };
}

/** Says what verifications found that were seen running. */
function useEndTold(): (runs: readonly SealRun[]) => void {
  const t = useT('logs');
  const [language] = useLanguage();
  const timeText = useTimeText();
  const { message } = App.useApp();
  const seen = useRef(new Set<string>());
  return useCallback(
    (runs) => {
      for (const run of runs) {
        if (goesOn(run)) seen.current.add(run.id);
        else if (seen.current.delete(run.id)) {
          const bad = run.findings.flatMap((finding) => finding.bad ?? []);
          const what = bad.map((row) => brokenText({ t, language, timeText }, row)).join('; ');
          const known = knownOf(run);
          const counts = { rows: numberText(run.rows, language), count: numberText(known, language) };
          if (run.state === 'ok') void message.success(t(known > 0 ? 'seal.run.okKnown' : 'seal.ended.ok', counts));
          else if (run.state === 'broken') void message.error(t('seal.ended.broken', { what }));
          else if (run.state === 'failed') void message.error(t('seal.ended.failed'));
        }
      }
    },
    [t, language, timeText, message],
  );
}

/** Damaged places that a verification met and about which somebody had written. */
const knownOf = ({ findings }: SealRun): number => findings.reduce((sum, { known }) => sum + known, 0);

const dayOf = (at: number, language: Language): string => dayText(new Date(at).toISOString().slice(0, 10), language);

function brokenText(
  { t, language, timeText }: { t: ReturnType<typeof useT<'logs'>>; language: Language; timeText: (at: number) => string },
  row: BadRow,
): string {
  if (row.kind === 'cutOff' && row.last) {
    const place = { log: t(`seal.log.${row.log}`), seq: numberText(row.last.seq, language) };
    return row.last.at === null ? t('seal.run.cutOff', place) : t('seal.run.cutOffAt', { ...place, time: timeText(row.last.at) });
  }
  return t('seal.run.broken', {
    log: t(`seal.log.${row.log}`),
    day: row.day === null ? '?' : dayOf(row.day, language),
    seq: numberText(row.seq, language),
    kind: t(`seal.kind.${row.kind}`),
  });
}

/** Whether no later verification looked at this log. */
function isLatest(run: SealRun, log: BadRow['log'], all: readonly SealRun[]): boolean {
  return run === all.find((one) => (one.state === 'ok' || one.state === 'broken') && (one.log === null || one.log === log));
}

/** `latest`: all of late, where statements may be written. */
function RunList({ runs, latest = [] }: { runs: readonly SealRun[]; latest?: readonly SealRun[] }): ReactElement {
  const t = useT('logs');
  if (runs.length === 0) return <p className="wl-soft">{t('seal.noRuns')}</p>;
  return (
    <ul className="wl-runs" aria-live="polite">
      {runs.map((run) => (
        <Run key={run.id} run={run} latest={latest} />
      ))}
    </ul>
  );
}

function Run({ run, latest }: { run: SealRun; latest: readonly SealRun[] }): ReactElement {
  const t = useT('logs');
  const [language] = useLanguage();
  const timeText = useTimeText();
  const day = (at: number): string => dayOf(at, language);
  const log = run.log === null ? t('seal.run.all') : t(`seal.log.${run.log}`);
  const span =
    run.from === null && run.to === null
      ? log
      : t('seal.run.span', {
          log,
          from: run.from === null ? t('seal.run.beginning') : day(run.from),
          to: run.to === null ? t('seal.run.end') : day(run.to),
        });
  const bad = run.findings.flatMap((finding) => finding.bad ?? []);
  const known = knownOf(run);
  const stateText = run.state === 'broken' ? 'failed' : run.state === 'ok' && known > 0 ? 'okKnown' : run.state;
  return (
    <li data-state={run.state}>
      <RunMark state={run.state} />
      <div>
        {bad.length === 0 && (
          <strong>{t(`seal.run.${stateText}`, { rows: numberText(run.rows, language), count: numberText(known, language) })}</strong>
        )}
        {bad.map((row) => (
          <div key={row.log} className="wl-bad">
            <strong>
              {brokenText({ t, language, timeText }, row)}
              {row.at !== null && <small className="wl-soft"> {t('seal.writtenAt', { time: timeText(row.at) })}</small>}
            </strong>
            <SealStatement row={row} isLatest={isLatest(run, row.log, latest)} />
          </div>
        ))}
        <small className="wl-soft">
          {t('seal.run.by', { time: timeText(run.createdAt), person: run.name || t('seal.product'), what: span })}
        </small>
      </div>
    </li>
  );
}

function RunMark({ state }: { state: SealRun['state'] }): ReactElement {
  if (state === 'running') return <LoadingOutlined aria-hidden="true" />;
  if (state === 'queued') return <ClockCircleOutlined aria-hidden="true" />;
  return state === 'ok' ? <CheckOutlined aria-hidden="true" /> : <ExclamationCircleOutlined aria-hidden="true" />;
}
