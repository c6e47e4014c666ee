import type { ComponentProps, MouseEvent, ReactElement } from 'react';
import { useGo } from '../routes/use-go.ts';

interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'aria-current'> {
  /** Path with query. */
  to: string;
  /** It leads to the page on screen. */
  current: boolean;
}

/** A link of the frame to a page. The router's own links all look at the address, and are drawn with every change of page. */
export function PageLink({ to, current, children, ...others }: PageLinkProps): ReactElement {
  const go = useGo();
  const follow = (event: MouseEvent): void => {
    // With another button or a key the browser opens it elsewhere.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void go(to, { replace: to === window.location.pathname + window.location.search });
  };
  return (
    <a {...others} href={to} aria-current={current ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  );
}
