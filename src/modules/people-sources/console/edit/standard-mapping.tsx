import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { useCan } from '#kit/console/store/granted.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { sourceMappingSuggest } from '../../common/source-try.contract.ts';
import { sourcePage } from '../../common/source.permissions.ts';
import { wordOf } from '../counts-text.tsx';
import { targetWord } from './target-word.ts';

/** What holds while no rows of one's own are entered. */
export function StandardMapping({ id }: { id: string }): ReactElement | null {
  const t = useT('user-centre');
  const granted = useCan()(sourcePage.button.test);
  const { data, error, refetch } = useRead(sourceMappingSuggest, { id, attributes: [] }, { enabled: granted });
  if (!granted) return null;
  const title = t('source.push.standard');
  return (
    <section className="whk-panel so-try" aria-label={title}>
      <header>
        <h3>{title}</h3>
      </header>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <WaitingForm lines={6} />}
      {data && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
        <div className="so-scroll" role="region" aria-label={title} tabIndex={0}>
          <table className="so-table">
            <caption>{t('source.push.standardHint')}</caption>
            <thead>
              <tr>
                {(['target', 'from', 'missing'] as const).map((name) => (
                  <th key={name} scope="col">
                    {t(`source.mapping.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.rows.map(({ of, target, from, whenMissing }) => (
                <tr key={`${of} ${target}`}>
                  <td>
                    {of === 'department' && `${t('department')}: `}
                    {targetWord(of, target)}
                  </td>
                  <td>
                    <code>{from.kind === 'attribute' ? from.name : from.kind === 'constant' ? from.value : from.text}</code>
                  </td>
                  <td>{wordOf(`source.missing.${whenMissing}`)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
