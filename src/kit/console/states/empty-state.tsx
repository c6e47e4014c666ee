import { InboxOutlined, SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';
import './states.css';

interface EmptyStateProps {
  /** What is missing; "Nothing here yet" unless said. */
  title?: string;
  /** What to do next. */
  hint?: ReactNode;
  /** The button that does it. */
  action?: ReactNode;
}

/** Empty state: what will be here, and what to do next. */
export function EmptyState({ title, hint, action }: EmptyStateProps): ReactElement {
  const t = useT('kit');
  return (
    <div className="whk-state">
      <InboxOutlined aria-hidden="true" />
      <strong>{title ?? t('empty.title')}</strong>
      <p>{hint ?? t('empty.none')}</p>
      {action}
    </div>
  );
}

/** Empty state of a filtered list, with the button that clears the filters. */
export function NothingFound({ onClear }: { onClear: () => void }): ReactElement {
  const t = useT('kit');
  return (
    <div className="whk-state">
      <SearchOutlined aria-hidden="true" />
      <strong>{t('empty.filtered')}</strong>
      <p>{t('empty.filteredHint')}</p>
      <Button onClick={onClear}>{t('filters.clear')}</Button>
    </div>
  );
}
