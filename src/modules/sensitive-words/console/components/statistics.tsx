import { Segmented, Statistic, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import { wordStatistics } from '../../common/word-list.contract.ts';
import './words.css';

const spans = [7, 30, 90] as const;
const levels = ['block', 'replace', 'flag', 'observed'] as const;

/** What the hits of the last days come to. */
export function Statistics(): ReactElement {
  const t = useT('sensitive-words');
  const [language] = useLanguage();
  const [days, setDays] = useState<(typeof spans)[number]>(30);
  const { data, error, refetch } = useRead(wordStatistics, { days });
  const most = Math.max(1, ...(data?.words.map(({ hits }) => hits) ?? []));
  return (
    <section>
      <Segmented<(typeof spans)[number]>
        aria-label={t('statistics.days')}
        value={days}
        options={spans.map((value) => ({ value, label: t('statistics.last', { days: value }) }))}
        onChange={setDays}
      />
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <WaitingForm lines={4} />}
      {data?.hits === 0 && <EmptyState title={t('wordHit.empty')} hint={t('wordHit.emptyHint')} />}
      {data && data.hits > 0 && (
        <>
          <div className="sw-figures">
            <Statistic title={t('statistics.hits')} value={data.hits} />
            <Statistic title={t('statistics.people')} value={data.people} />
            {levels.map((level) => (
              <Statistic key={level} title={t(`statistics.level.${level}`)} value={data.levels[level]} />
            ))}
            <Statistic title={t('statistics.open')} value={data.open} />
            <Statistic title={t('statistics.neverHit')} value={data.neverHit} />
          </div>
          <h3>{t('statistics.words')}</h3>
          <ol className="sw-most">
            {data.words.map(({ wordId, word, hits, people, falsePercent, noisy }) => (
              <li key={wordId}>
                <span>
                  {word} {noisy && <Tag color="warning">{t('statistics.noisy')}</Tag>}
                </span>
                <span>
                  {t('statistics.row', { hits: numberText(hits, language), people: numberText(people, language) })}
                  {falsePercent !== null && ` · ${t('statistics.false', { percent: falsePercent })}`}
                </span>
                <meter aria-label={word} min={0} max={most} value={hits} />
              </li>
            ))}
          </ol>
          <h3>{t('statistics.places')}</h3>
          <ol className="sw-most">
            {data.places.map(({ place, hits }) => (
              <li key={place}>
                <span>{t(`place.${place}`)}</span>
                <span>{numberText(hits, language)}</span>
                <meter aria-label={t(`place.${place}`)} min={0} max={data.hits} value={hits} />
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
