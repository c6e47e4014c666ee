import type { ReactElement } from 'react';
import { useT } from '../../i18n/use-t.ts';

const lines = Array.from({ length: 120 }, (_, at) => at + 1);

/** /test/view-scrollbar-test: content wider and longer than any window, for looking at scroll bars. */
export default function ScrollbarTestPage(): ReactElement {
  const t = useT('kit');
  return (
    // A region that only scrolls must take the focus, or the keyboard cannot scroll it (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <main className="wh-outside wh-scroll-test" tabIndex={0} aria-label={t('scroll.title')}>
      <h1>{t('scroll.title')}</h1>
      <div>
        {lines.map((line) => (
          <p key={line}>{t('scroll.line', { line })}</p>
        ))}
      </div>
    </main>
  );
}
