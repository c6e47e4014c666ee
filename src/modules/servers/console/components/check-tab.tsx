import type { ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { timeText } from '#kit/console/table/formats.ts';
import type { AddressReport } from '../../common/server-facts.ts';
import { serverTest, type serverGet } from '../../common/server.contract.ts';
import { readings } from '../readings.ts';
import './servers.css';

/** The last check step by step, the certificates, and the latency of the day. */
export function CheckTab({ row }: { row: Reply<typeof serverGet> }): ReactElement {
  const t = useT('servers');
  const [language] = useLanguage();
  return (
    <>
      <div className="ws-foot">
        <ActionButton endpoint={serverTest} input={{ id: row.id }} names={[row.name]} invalidates={readings}>
          {t('check.run')}
        </ActionButton>
      </div>
      <h3>{t('check.latency')}</h3>
      <Latency row={row} />
      <p className="ws-soft">{row.report ? t('check.at', { time: timeText(row.report.at, language) }) : t('check.never')}</p>
      {row.report?.addresses.map((one) => (
        <Address key={one.address} report={one} />
      ))}
    </>
  );
}

function Address({ report }: { report: AddressReport }): ReactElement {
  const t = useT('servers');
  const [language] = useLanguage();
  return (
    <section className="ws-card">
      <h3>{report.address}</h3>
      {report.failure !== null && <p className="ws-bad">{t(`failure.${report.failure}`)}</p>}
      <ol>
        {report.steps.map(({ step, ok, detail, ms }) => (
          <li key={step} className={ok ? undefined : 'ws-bad'}>
            {ok ? '✓' : '✗'} {t(`step.${step}`)} {detail} ({t('check.ms', { ms })})
          </li>
        ))}
      </ol>
      {report.chain.length > 0 && (
        <>
          <p className="ws-soft">{t('check.chain')}</p>
          <ol>
            {report.chain.map((one) => (
              <li key={one.spki + one.subject}>
                <strong>{one.subject}</strong>, {t('check.ends', { time: timeText(one.endsAt, language) })}
                <div className="ws-soft">{t('check.issuer', { issuer: one.issuer })}</div>
                {one.names.length > 0 && <div className="ws-soft">{t('check.names', { names: one.names.join(', ') })}</div>}
              </li>
            ))}
          </ol>
          {report.daysLeft !== null && <p>{t('check.days', { days: report.daysLeft })}</p>}
        </>
      )}
    </section>
  );
}

const tall = 72;

/** Half hours as bars: their height is the slowest good check, red where one failed. Each is also told in words. */
function Latency({ row: { latency } }: { row: Reply<typeof serverGet> }): ReactElement {
  const t = useT('servers');
  const [language] = useLanguage();
  if (latency.length === 0) return <p className="ws-soft">{t('check.noLatency')}</p>;
  const most = Math.max(1, ...latency.map(({ ms }) => ms ?? 0));
  return (
    <div className="ws-bars">
      <svg viewBox={`0 0 480 ${tall}`} preserveAspectRatio="none" aria-hidden="true">
        {latency.map(({ at, ms, failed }, place) => {
          const height = Math.max(3, ((ms ?? most) / most) * tall);
          return (
            <rect
              key={at}
              className="bar"
              data-failed={failed > 0}
              x={(place + 48 - latency.length) * 10}
              y={tall - height}
              width={8}
              height={height}
            >
              <title>{t('check.latencyLine', { time: timeText(at, language), ms: ms ?? '—', failed })}</title>
            </rect>
          );
        })}
      </svg>
      <ul className="wh-hidden">
        {latency.map(({ at, ms, failed }) => (
          <li key={at}>{t('check.latencyLine', { time: timeText(at, language), ms: ms ?? '—', failed })}</li>
        ))}
      </ul>
    </div>
  );
}
