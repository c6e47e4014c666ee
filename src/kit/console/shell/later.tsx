import { lazy, Suspense, type ComponentType, type LazyExoticComponent, type ReactElement, type ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';
import { loadChunk } from '../routes/load-page.ts';
import './later.css';
import { ErrorBoundary, PageError } from './page-error.tsx';

/**
 * A part that is fetched when it is drawn for the first time: a drawer, a dialog, a tab that few open. A page that is a list then loads
 * no form. While it comes `waiting` stands in its place (by default the line of a page on its way); if it does not come, its place says so
 * and offers another try. `name` stands in that message.
 */
export function later<P extends object>(
  name: string,
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode | ((props: P) => ReactNode) = <Coming />,
): ComponentType<P> {
  const fetched = (): LazyExoticComponent<ComponentType<P>> => lazy(async () => ({ default: await loadChunk(name, load) }));
  let Part = fetched();
  return function Later(props: P): ReactElement {
    return (
      <ErrorBoundary
        fallback={(error, again) => (
          <PageError
            error={error}
            retry={() => {
              // A lazy component keeps its failure: another try needs another one.
              Part = fetched();
              again();
            }}
          />
        )}
      >
        <Suspense fallback={typeof waiting === 'function' ? waiting(props) : waiting}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}

/** The line at the top of the window that also stands while a page comes; its motion begins a moment late. */
function Coming(): ReactElement {
  const t = useT('kit');
  return <div className="wh-progress wh-coming" role="progressbar" aria-label={t('frame.loading')} />;
}
