import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import { clausesOf, type CrowdGroup } from '../../common/crowd-conditions.ts';
import type { Preview } from './use-preview.ts';

type Told = NonNullable<Preview['told']>;

interface PreviewPanelProps {
  preview: Preview;
  /** Something is missing before it can be asked. */
  incomplete: boolean;
  /** Stored already: who would join and leave against today is shown. */
  stored: boolean;
  rule: CrowdGroup | null;
}

/** Who the rule means as it stands in the form. */
export function PreviewPanel({ preview, incomplete, stored, rule }: PreviewPanelProps): ReactElement {
  const t = useT('user-centre');
  const { told, waiting, error } = preview;
  return (
    <aside className="cr-preview whk-panel" aria-label={t('crowd.preview')} aria-busy={waiting}>
      <h2>{t('crowd.preview')}</h2>
      {incomplete && <p className="cr-soft">{t('crowd.previewIncomplete')}</p>}
      {!incomplete && error && <p className="cr-issue">{error.msg}</p>}
      {!told && waiting && !incomplete && <WaitingForm lines={4} />}
      {told && !incomplete && !error && <Numbers told={told} waiting={waiting} stored={stored} rule={rule} />}
    </aside>
  );
}

function Numbers({
  told,
  waiting,
  stored,
  rule,
}: {
  told: Told;
  waiting: boolean;
  stored: boolean;
  rule: CrowdGroup | null;
}): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const number = (value: number): string => numberText(value, language);
  return (
    <div className="cr-numbers" data-waiting={waiting}>
      <p className="cr-count" role="status">
        <strong>{told.exact ? number(told.count) : t('crowd.about', { count: number(told.count) })}</strong>{' '}
        {t('crowd.people', { count: told.count })}
      </p>
      <p className="cr-soft">{told.exact ? t('crowd.previewTook', { millis: number(told.millis) }) : t('crowd.previewAbout')}</p>
      {told.warnings.map(({ place, kind, message }) => (
        <p key={`${place}${kind}`} className="cr-warning">
          {numberOf(rule, place) > 0 && `${t('crowd.rule.clause', { number: numberOf(rule, place) })}: `}
          {message}
        </p>
      ))}
      {stored && (
        <>
          <Some title={t('crowd.joiners', { count: number(told.joiners.count) })} {...told.joiners} what="joined" />
          <Some title={t('crowd.leavers', { count: number(told.leavers.count) })} {...told.leavers} what="left" />
        </>
      )}
      {told.count > 0 && <Some title={t('crowd.sample')} count={told.count} sample={told.sample} what="in" />}
    </div>
  );
}

/** The number of a clause by its place, counted from 1; 0 where it is not one. */
function numberOf(rule: CrowdGroup | null, place: string): number {
  const requested = place.replace(/^conditions\.?/, '');
  return rule ? clausesOf(rule).findIndex((one) => one.place === requested) + 1 : 0;
}

function Some({ title, count, sample, what }: { title: string; count: number; sample: Told['sample']; what: string }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const more = count - sample.length;
  return (
    <section className="cr-some" data-what={what}>
      <h3>{title}</h3>
      {sample.length > 0 && (
        <ul>
          {sample.map(({ id, name, account, departmentName }) => (
            <li key={id}>
              {name} <small>{[account, departmentName].filter(Boolean).join(' · ')}</small>
            </li>
          ))}
          {more > 0 && <li className="cr-soft">{t('crowd.more', { count: numberText(more, language) })}</li>}
        </ul>
      )}
    </section>
  );
}
