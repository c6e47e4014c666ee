import { Children, type ReactElement, type ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';
import './action.css';
import { Opens } from './opens.tsx';

interface RowActionsProps {
  /** What the row is called. */
  name: string;
  children: ReactNode;
}

/** The actions of one row: behind one button, so that a row has one tab stop for all of them. Without an action there is no button. */
export function RowActions({ name, children }: RowActionsProps): ReactElement | null {
  const t = useT('kit');
  if (Children.toArray(children).length === 0) return null;
  return (
    <Opens
      content={(close) => (
        <div className="whk-actions" role="presentation" onClick={close}>
          {children}
        </div>
      )}
    >
      <button type="button" className="whk-more" aria-label={t('list.rowActions', { name })}>
        <i aria-hidden="true" />
      </button>
    </Opens>
  );
}
