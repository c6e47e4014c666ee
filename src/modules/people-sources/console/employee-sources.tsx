import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { employeeSources, type SourceTie } from '../common/source-ties.contract.ts';
import { sourcePage } from '../common/source.permissions.ts';

/** Where somebody comes from: each source with its tie, the fields it wrote and what it sent last. */
export function EmployeeSources({ id }: { readonly id: string }): ReactElement {
  const t = useT('user-centre');
  const { data, error, isPending, refetch } = useRead(employeeSources, { id });
  if (isPending) return <WaitingForm lines={6} />;
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data.ties.length === 0) return <p className="uc-soft">{t('people.sources.none')}</p>;
  return (
    <div className="uc-ties">
      {data.ties.map((tie) => (
        <Tie key={`${tie.sourceId} ${tie.externalId}`} tie={tie} />
      ))}
    </div>
  );
}

function Tie({ tie }: { tie: SourceTie }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const { sourceId, sourceName, kind, enabled, reachable, externalId, state, lastSeenAt } = tie;
  return (
    <section aria-label={sourceName}>
      <h3>
        {reachable ? <Link to={`${sourcePage.route}?view=log&id=${sourceId}`}>{sourceName}</Link> : sourceName}{' '}
        <span className="whk-tag">{t(`source.kind.${kind}`)}</span>
        {!enabled && <span className="whk-tag">{t('people.sources.disabled')}</span>}
      </h3>
      <div className="whk-facts">
        <dl>
          <div>
            <dt>{t('people.sources.externalId')}</dt>
            <dd>
              <code>{externalId}</code>
            </dd>
          </div>
          <div>
            <dt>{t('people.sources.state')}</dt>
            <dd>{t(`people.sources.state.${state}`)}</dd>
          </div>
          <div>
            <dt>{t('people.sources.lastSeen')}</dt>
            <dd>{lastSeenAt === null ? t('people.sources.never') : timeText(lastSeenAt, language)}</dd>
          </div>
          <div>
            <dt>{t('people.sources.run')}</dt>
            <dd>
              <LastRun tie={tie} />
            </dd>
          </div>
        </dl>
      </div>
      <Fields fields={tie.fields} />
      <Received received={tie.received} />
    </section>
  );
}

function LastRun({ tie: { sourceId, reachable, lastRun } }: { tie: SourceTie }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  if (!lastRun) return <span className="uc-soft">{t('people.sources.runGone')}</span>;
  const text = `${timeText(lastRun.startedAt, language)} · ${t(`sourceRun.state.${lastRun.state}`)}`;
  return reachable ? <Link to={`${sourcePage.route}?view=run&id=${sourceId}&runId=${lastRun.id}`}>{text}</Link> : <>{text}</>;
}

function Fields({ fields }: { fields: SourceTie['fields'] }): ReactElement {
  const t = useT('user-centre');
  if (fields.length === 0) return <p className="uc-soft">{t('people.sources.noFields')}</p>;
  return (
    <table className="uc-plain">
      <caption>{t('people.sources.fields')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('people.sources.field')}</th>
          <th scope="col">{t('people.sources.attribute')}</th>
          <th scope="col">{t('people.sources.own')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, label, attribute, own }) => (
          <tr key={field}>
            <td>{label}</td>
            <td>{attribute === 'template' || attribute === 'constant' ? t(`people.sources.${attribute}`) : <code>{attribute}</code>}</td>
            <td>{t(`people.sources.own.${own ?? 'none'}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Received({ received }: { received: SourceTie['received'] }): ReactElement {
  const t = useT('user-centre');
  if (received.length === 0) return <p className="uc-soft">{t('people.sources.noReceived')}</p>;
  return (
    <table className="uc-plain">
      <caption>{t('people.sources.received')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('people.sources.attribute')}</th>
          <th scope="col">{t('people.sources.value')}</th>
        </tr>
      </thead>
      <tbody>
        {received.map(({ name, values }) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
            </td>
            <td>{values.join(', ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
