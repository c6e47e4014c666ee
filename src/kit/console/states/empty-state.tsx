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

/** Says that there is nothing, and what to do next. */
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

/** Says that filters leave nothing, and takes them away. */
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
