import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { rolloutFunnel, rolloutHealth, rolloutReasons } from '../../common/terminal.contract.ts';
import { useReasonWords } from './reason-words.ts';
import '../apps.css';

const steps = ['offered', 'downloaded', 'installed', 'started', 'failed', 'crashed'] as const;

/** Steps hour by hour, health beside the version before, and the terminals that did not make it. */
export function RolloutNumbers({ versionId }: { versionId: string }): ReactElement {
  const t = useT('apps');
  const words = useReasonWords();
  const [language] = useLanguage();
  const hours = useRead(rolloutFunnel, { versionId }).data?.list ?? [];
  const health = useRead(rolloutHealth, { versionId }).data;
  const reasons = useRead(rolloutReasons, { versionId, pageSize: 20 }).data?.list ?? [];
  return (
    <>
      {health && (
        <section aria-label={t('rollout.health')}>
          <h4>{t('rollout.health')}</h4>
          <table className="whk-stacked apps-table">
            <thead>
              <tr>
                <th>{t('rollout.gate')}</th>
                <th>{health.now.versionName}</th>
                <th>{health.before?.versionName ?? '—'}</th>
              </tr>
            </thead>
            <tbody>
              {health.now.gates.map((one, at) => (
                <tr key={one.gate}>
                  <td data-label={t('rollout.gate')}>{t(`gate.${one.gate as 'crash'}`)}</td>
                  <td data-label={health.now.versionName}>{t('rollout.valueOf', { value: one.value, sample: one.sample })}</td>
                  <td data-label={health.before?.versionName ?? '—'}>
                    {health.before
                      ? t('rollout.valueOf', { value: health.before.gates[at]!.value, sample: health.before.gates[at]!.sample })
                      : '—'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {hours.length > 0 && (
        <section aria-label={t('rollout.byHour')}>
          <h4>{t('rollout.byHour')}</h4>
          <table className="whk-stacked apps-table">
            <thead>
              <tr>
                <th>{t('rollout.hour')}</th>
                {steps.map((step) => (
                  <th key={step}>{t(`funnel.${step}`)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {hours.slice(-24).map((row) => (
                <tr key={row.at}>
                  <td data-label={t('rollout.hour')}>{timeText(row.at, language)}</td>
                  {steps.map((step) => (
                    <td key={step} data-label={t(`funnel.${step}`)}>
                      {row[step]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {reasons.length > 0 && (
        <section aria-label={t('rollout.reasons')}>
          <h4>{t('rollout.reasons')}</h4>
          <ul>
            {reasons.map((row) => (
              <li key={row.id}>
                {[row.personName, row.departmentName, words(row.reason), row.detail, timeText(row.lastSeen, language)]
                  .filter(Boolean)
                  .join(' · ')}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
