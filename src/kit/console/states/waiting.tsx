import type { CSSProperties, ReactElement } from 'react';
import { useT } from '../i18n/use-t.ts';
import './states.css';

/** Grey lines in the place of rows that are on their way. */
export function WaitingRows({ rows = 8, columns = 4, label }: { rows?: number; columns?: number; label?: string }): ReactElement {
  const t = useT('kit');
  return (
    <div className="whk-waiting" aria-busy="true" style={{ '--whk-columns': columns } as CSSProperties}>
      <span className="wh-hidden" role="status">
        {label ?? t('list.loading')}
      </span>
      {Array.from({ length: rows * columns }, (_, at) => (
        <i key={at} style={{ width: `${48 + ((at * 29) % 47)}%` }} />
      ))}
    </div>
  );
}

/** Grey lines in the place of a form or a text. */
export function WaitingForm({ lines = 5 }: { lines?: number }): ReactElement {
  const t = useT('kit');
  return <WaitingRows rows={lines} columns={1} label={t('form.loading')} />;
}
