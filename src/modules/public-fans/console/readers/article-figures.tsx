import type { ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { numberText } from '#kit/console/table/formats.ts';
import type { readStat } from '../../common/reader.contract.ts';

const columns = ['reads', 'likes', 'comments', 'waiting'] as const;

/** The parts of a push with what came of each. */
export function ArticleFigures({ articles }: { articles: Reply<typeof readStat>['articles'] }): ReactElement {
  const t = useT('public-fans');
  const [language] = useLanguage();
  return (
    <div className="whk-scroll">
      <table className="sno-figures">
        <caption>{t('readers.articles')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('readers.article')}</th>
            {columns.map((name) => (
              <th key={name} scope="col">
                {t(`readers.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {articles.map((article) => (
            <tr key={article.id}>
              <th scope="row">{article.title}</th>
              {columns.map((name) => (
                <td key={name}>{numberText(article[name], language)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
