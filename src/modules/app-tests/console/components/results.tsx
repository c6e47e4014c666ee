import type { ReactElement } from 'react';
import { platformNames } from '#kit/common/client/platforms.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { Facts } from '#kit/console/page/facts.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import type { TestDetail } from '../../common/test.contract.ts';
import './tests.css';

/** What a test is, and what became of it at each terminal. */
export function Results({ test }: { test: TestDetail }): ReactElement {
  const t = useT('app-tests');
  const [language] = useLanguage();
  const row = {
    ...test,
    build: [test.platform && platformNames[test.platform], test.versionName, test.buildNo].filter(Boolean).join(' · '),
  };
  const time = (at: number | null): string => (at === null ? '—' : timeText(at, language));
  return (
    <>
      <Facts
        row={row}
        facts={[
          { name: 'name' },
          { name: 'appName' },
          { name: 'build', label: t('field.versionName') },
          { name: 'what', as: 'local' },
          { name: 'people', as: 'number' },
          { name: 'terminals', as: 'number' },
          { name: 'installed', as: 'number' },
          { name: 'crashed', as: 'number' },
          { name: 'feedback', as: 'number' },
          { name: 'until', as: 'time' },
          { name: 'endedAt', as: 'time' },
        ]}
      />
      <h3>{t('testRelease.results')}</h3>
      {test.results.length === 0 && <p>{t('testRelease.noResults')}</p>}
      <ul className="tests-results">
        {test.results.map((one, at) => (
          <li key={`${one.employeeId ?? ''}${at}`}>
            <strong>{one.employeeName}</strong>
            <span>{[one.model, one.system].filter(Boolean).join(' · ')}</span>
            <small>
              {t('testRelease.installedAt')}: {time(one.installedAt)} · {t('testRelease.crashedAt')}: {time(one.crashedAt)}
            </small>
          </li>
        ))}
      </ul>
    </>
  );
}
