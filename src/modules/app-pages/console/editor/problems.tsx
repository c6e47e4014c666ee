import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { tagSave, type Problem } from '../../common/page.contract.ts';
import type { Chosen } from './use-page-draft.ts';

const reasons = [
  'name',
  'me',
  'systemKey',
  'empty',
  'widgetGone',
  'widgetOffline',
  'notGiven',
  'cardGone',
  'picture',
  'index',
  'tags',
] as const;

/** The problems that a refusal names. */
export const problemsIn = (data: unknown): Problem[] => tagSave.reply.shape.problems.safeParse(data).data ?? [];

/** What a reason is called. */
export function useReason(): (reason: string) => string {
  const t = useT('app-pages');
  return (reason) => {
    const known = reasons.find((one) => one === reason);
    return known ? t(`reason.${known}`) : reason;
  };
}

/** The tag or card that a path of a problem leads to. */
export function placeOf(path: string): Chosen | undefined {
  const found = /^tagList\.(\d+)(?:\.cardArray\.(\d+))?/.exec(path);
  if (!found) return undefined;
  return { tag: Number(found[1]), ...(found[2] !== undefined && { card: Number(found[2]) }) };
}

interface ProblemsProps {
  problems: readonly Problem[];
  /** What a path is called. */
  wordsOf: (path: string) => string;
  onChoose: (chosen: Chosen) => void;
}

/** Problems found when the page was saved, each a way to its place. */
export function Problems({ problems, onChoose, wordsOf }: ProblemsProps): ReactElement {
  const t = useT('app-pages');
  const reasonOf = useReason();
  return (
    <section className="pages-problems" aria-label={t('editor.problems')}>
      <h3>{t('editor.problems')}</h3>
      {problems.length === 0 ? (
        <p className="pages-none">{t('editor.noProblems')}</p>
      ) : (
        <ul>
          {problems.map(({ path, reason }) => {
            const place = placeOf(path);
            return (
              <li key={`${path} ${reason}`}>
                <button type="button" className="pages-problem" disabled={!place} onClick={() => place && onChoose(place)}>
                  {[wordsOf(path), reasonOf(reason)].filter(Boolean).join(' · ')}
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
