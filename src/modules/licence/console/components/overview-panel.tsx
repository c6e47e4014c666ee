import { Alert } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { numberText, timeText } from '#kit/console/table/formats.ts';
import { licenceGet, licenceUsage, type LicenceOverview } from '../../common/licence.contract.ts';
import { GaugeCard } from './gauge-card.tsx';
import { Installation } from './installation.tsx';
import { LicenceFactList } from './licence-fact-list.tsx';
import './licence.css';
import { moduleText, toneOf } from './words.ts';

/** The licence in words, what is used of it, and by which name this installation asks for one. */
export function OverviewPanel(): ReactElement {
  const t = useT('licence');
  const [language] = useLanguage();
  const { data, error, refetch } = useRead(licenceGet, {});
  const usage = useRead(licenceUsage, {});
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm lines={8} />;
  return (
    <div className="lic-page">
      <Standing overview={data} />
      {data.countedTime !== null && <Alert type="warning" showIcon title={t('clock', { at: timeText(data.countedTime, language) })} />}
      {data.ownKey && <Alert type="info" showIcon title={t('ownKey')} />}
      <section className="lic-gauges" aria-label={t('gauge.title')}>
        {usage.error && <ErrorState error={usage.error} retry={() => void usage.refetch()} />}
        {usage.data?.list.map((gauge) => (
          <GaugeCard key={gauge.kind} gauge={gauge} />
        ))}
        <Modules overview={data} />
      </section>
      <div className="lic-halves">
        {data.licence && (
          <section className="lic-card">
            <LicenceFactList licence={data.licence} title={t('facts')} />
          </section>
        )}
        <Installation id={data.installationId} />
      </div>
    </div>
  );
}

function Standing({ overview }: { overview: LicenceOverview }): ReactElement {
  const t = useT('licence');
  const [language] = useLanguage();
  const { state, daysLeft, restrictedAt, licence } = overview;
  return (
    <section className="lic-state" aria-label={t('fact.standing')}>
      <Part label={t('fact.standing')} tone={toneOf[state]} more={t(`words.${state}`)}>
        {t(`state.${state}`)}
      </Part>
      {licence && (
        <Part label={t('licence.field.customer')} more={licence.edition}>
          {licence.customer}
        </Part>
      )}
      {licence && (
        <Part label={t('licence.field.expiresAt')}>
          {licence.expiresAt === null ? t('licence.forEver') : timeText(licence.expiresAt, language)}
        </Part>
      )}
      {daysLeft !== null && (
        <Part label={t('fact.daysLeft')} tone={state === 'valid' ? 'idle' : toneOf[state]}>
          {numberText(daysLeft, language)}
        </Part>
      )}
      {restrictedAt !== null && <Part label={t('fact.restrictedAt')}>{timeText(restrictedAt, language)}</Part>}
    </section>
  );
}

interface PartProps {
  label: string;
  tone?: string;
  more?: string;
  children: ReactNode;
}

function Part({ label, tone = 'idle', more, children }: PartProps): ReactElement {
  return (
    <div data-tone={tone}>
      <small>{label}</small>
      <strong>{children}</strong>
      {more !== undefined && <small>{more}</small>}
    </div>
  );
}

function Modules({ overview }: { overview: LicenceOverview }): ReactElement {
  const t = useT('licence');
  return (
    <section className="lic-card" aria-label={t('modules')}>
      <h3>{t('modules')}</h3>
      <ul className="lic-modules">
        {overview.modules.map(({ code, covered }) => (
          <li key={code} data-tone={covered ? 'ok' : 'bad'}>
            <span>{moduleText(code)}</span>
            <strong>{covered ? t('modules.covered') : t('modules.left')}</strong>
          </li>
        ))}
      </ul>
      <p className="lic-soft">{t('modules.base')}</p>
    </section>
  );
}
