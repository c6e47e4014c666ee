import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { timeText } from '#kit/console/table/formats.ts';
import type { LicenceFacts, LicenceRow } from '../../common/licence.contract.ts';
import { licence as subject } from '../subjects.ts';
import { limitsText, modulesText } from './words.ts';

/** What a licence says, and, where it was installed, when and by whom. */
export function LicenceFactList({ licence, title }: { licence: LicenceFacts | LicenceRow; title?: string }): ReactElement {
  const t = useT('licence');
  const [language] = useLanguage();
  const facts: Fact<Partial<LicenceRow>>[] = [
    { name: 'licenseId', as: 'code' },
    { name: 'customer' },
    { name: 'edition' },
    {
      name: 'expiresAt',
      always: true,
      show: ({ expiresAt }) => (expiresAt ? timeText(expiresAt, language) : t('licence.forEver')),
    },
    { name: 'graceDays', as: 'number' },
    { name: 'limits', always: true, show: ({ limits = {} }) => limitsText(limits, t, language) },
    { name: 'modules', always: true, show: ({ modules = [] }) => modulesText(modules, t) },
    { name: 'issuedAt', as: 'time' },
    { name: 'notBefore', as: 'time' },
    { name: 'installationId', as: 'code' },
    { name: 'replaces', as: 'code' },
    { name: 'minVersion', as: 'code' },
    { name: 'keyId', as: 'code' },
    { name: 'installedAt', as: 'time' },
    { name: 'installedBy' },
    { name: 'replacedAt', as: 'time' },
    { name: 'fileHash', as: 'code' },
  ];
  return (
    <SubjectContext value={subject}>
      <Facts row={licence} facts={facts} {...(title !== undefined && { title })} />
      {licence.more.length > 0 && (
        <section className="whk-facts">
          <h3>{t('more')}</h3>
          <dl>
            {licence.more.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </SubjectContext>
  );
}
