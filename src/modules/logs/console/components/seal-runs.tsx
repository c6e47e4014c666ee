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
import { dayText, numberText, timeText } from '#kit/console/table/formats.ts';
import { sealGet, sealList, sealRuns, sealVerify, type BadRow, type SealRun } from '../../common/seal.contract.ts';

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
      {data && <RunList runs={data.list.slice(0, shown)} />}
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
  const { message } = App.useApp();
  const seen = useRef(new Set<string>());
  return useCallback(
    (runs) => {
      for (const run of runs) {
        if (goesOn(run)) seen.current.add(run.id);
        else if (seen.current.delete(run.id)) {
          const bad = run.findings.flatMap((finding) => finding.bad ?? []);
          const what = bad.map((row) => brokenText(t, language, row)).join('; ');
          if (run.state === 'ok') void message.success(t('seal.ended.ok', { rows: numberText(run.rows, language) }));
          else if (run.state === 'broken') void message.error(t('seal.ended.broken', { what }));
          else if (run.state === 'failed') void message.error(t('seal.ended.failed'));
        }
      }
    },
    [t, language, message],
  );
}

const dayOf = (at: number, language: Language): string => dayText(new Date(at).toISOString().slice(0, 10), language);

function brokenText(t: ReturnType<typeof useT<'logs'>>, language: Language, row: BadRow): string {
  return t('seal.run.broken', {
    log: t(`seal.log.${row.log}`),
    day: row.day === null ? '?' : dayOf(row.day, language),
    seq: numberText(row.seq, language),
    kind: t(`seal.kind.${row.kind}`),
  });
}

function RunList({ runs }: { runs: readonly SealRun[] }): ReactElement {
  const t = useT('logs');
  if (runs.length === 0) return <p className="wl-soft">{t('seal.noRuns')}</p>;
  return (
    <ul className="wl-runs" aria-live="polite">
      {runs.map((run) => (
        <Run key={run.id} run={run} />
      ))}
    </ul>
  );
}

function Run({ run }: { run: SealRun }): ReactElement {
  const t = useT('logs');
  const [language] = useLanguage();
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
  return (
    <li data-state={run.state}>
      <RunMark state={run.state} />
      <div>
        {bad.length === 0 && (
          <strong>{t(`seal.run.${run.state === 'broken' ? 'failed' : run.state}`, { rows: numberText(run.rows, language) })}</strong>
        )}
        {bad.map((row) => (
          <strong key={row.log}>
            {brokenText(t, language, row)}
            {row.at !== null && <small className="wl-soft"> {t('seal.writtenAt', { time: timeText(row.at, language) })}</small>}
          </strong>
        ))}
        <small className="wl-soft">
          {t('seal.run.by', { time: timeText(run.createdAt, language), person: run.name || t('seal.product'), what: span })}
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
