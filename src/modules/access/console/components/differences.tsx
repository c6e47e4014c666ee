import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import './access.css';

/** Fields in which two versions differ, side by side. */
export function Differences({
  fields,
}: {
  fields: readonly { path: string; before: string | null; after: string | null }[];
}): ReactElement {
  const t = useT('access');
  if (fields.length === 0) return <p className="acc-soft">{t('compare.same')}</p>;
  return (
    <table className="acc-keys whk-stacked">
      <thead>
        <tr>
          <th>{t('conflict.field')}</th>
          <th>{t('compare.before')}</th>
          <th>{t('compare.after')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ path, before, after }) => (
          <tr key={path}>
            <td data-label={t('conflict.field')} className="acc-code">
              {path}
            </td>
            <td data-label={t('compare.before')} className="acc-code">
              {before ?? '—'}
            </td>
            <td data-label={t('compare.after')} className="acc-code">
              {after ?? '—'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
