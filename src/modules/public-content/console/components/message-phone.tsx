import type { ReactElement } from 'react';
import { pick, type Language } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { Picture } from './picture.tsx';

interface ShownArticle {
  readonly articleId: string;
  readonly title: Partial<Record<Language, string>>;
  readonly coverFileId: string | null;
}

/** An image-text message as a phone shows it: the first article large, the others as lines. */
export function MessagePhone({ articles }: { articles: readonly ShownArticle[] }): ReactElement {
  const t = useT('public-content');
  const [language] = useLanguage();
  const [first, ...others] = articles;
  return (
    <figure className="mpm-phone" aria-label={t('compose.phone')}>
      {first && (
        <div className="mpm-phone-first">
          <Picture fileId={first.coverFileId} look="cover" />
          <strong>{pick(first.title, language)}</strong>
        </div>
      )}
      {others.map((one) => (
        <div key={one.articleId} className="mpm-phone-line">
          <span>{pick(one.title, language)}</span>
          <Picture fileId={one.coverFileId} />
        </div>
      ))}
    </figure>
  );
}
