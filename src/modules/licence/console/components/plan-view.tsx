import { Alert } from 'antd';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { numberText } from '#kit/console/table/formats.ts';
import type { LicencePlan } from '../../common/licence.contract.ts';
import { LicenceFactList } from './licence-fact-list.tsx';
import { moduleText } from './words.ts';

/** What installing a licence would change: limits of now and then, what is over, modules that come and go. */
export function PlanView({ plan }: { plan: LicencePlan }): ReactElement {
  const t = useT('licence');
  const [language] = useLanguage();
  const most = (value: number | null): string => (value === null ? t('licence.noLimit') : numberText(value, language));
  const names = (codes: readonly string[]): string => codes.map((code) => moduleText(code)).join(' · ');
  return (
    <section className="lic-plan" aria-label={t('plan.title')}>
      <h3>{t('plan.title')}</h3>
      {plan.limits.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('plan.kind')}</th>
              <th scope="col">{t('plan.before')}</th>
              <th scope="col">{t('plan.after')}</th>
              <th scope="col">{t('plan.used')}</th>
              <th scope="col">{t('plan.over')}</th>
            </tr>
          </thead>
          <tbody>
            {plan.limits.map(({ kind, before, after, used, over }) => (
              <tr key={kind}>
                <th scope="row">{t(`limit.${kind}`)}</th>
                <td>{most(before)}</td>
                <td>{most(after)}</td>
                <td>{numberText(used, language)}</td>
                <td data-tone={over > 0 ? 'bad' : 'idle'}>{over > 0 ? numberText(over, language) : '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {plan.limits.some(({ over }) => over > 0) && <Alert type="warning" showIcon title={t('plan.isOver')} />}
      {plan.state === 'restricted' && <Alert type="warning" showIcon title={t('plan.restricted')} />}
      {plan.modulesGained.length > 0 && <p>{t('plan.gained', { names: names(plan.modulesGained) })}</p>}
      {plan.modulesLost.length > 0 && <Alert type="warning" showIcon title={t('plan.lost', { names: names(plan.modulesLost) })} />}
      <LicenceFactList licence={plan.licence} title={t('facts')} />
    </section>
  );
}
