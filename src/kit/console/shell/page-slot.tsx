import { createElement, Suspense, use, useState, type ReactElement } from 'react';
import { useT } from '../i18n/use-t.ts';
import { loadedPage, loadPage, retryPage } from '../routes/load-page.ts';
import type { PageRoute } from '../routes/page-route.ts';
import { ErrorBoundary, PageError } from './page-error.tsx';

/** The place of a page: its chunk, or a skeleton while it comes, or what went wrong. */
export function PageSlot({ route }: { route: PageRoute }): ReactElement {
  const [turn, setTurn] = useState(0);
  const again = (): void => {
    retryPage(route);
    setTurn(turn + 1);
  };
  return (
    <ErrorBoundary key={turn} fallback={(error) => <PageError error={error} retry={again} />}>
      <Suspense fallback={<PageWaiting />}>
        <Page route={route} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Page({ route }: { route: PageRoute }): ReactElement {
  return createElement(loadedPage(route) ?? use(loadPage(route)));
}

function PageWaiting(): ReactElement {
  const t = useT('kit');
  return (
    <div aria-busy="true" className="wh-waiting">
      <span className="wh-hidden" role="status">
        {t('frame.loading')}
      </span>
      {[1, 2, 3, 4, 5, 6].map((line) => (
        <i key={line} />
      ))}
    </div>
  );
}
