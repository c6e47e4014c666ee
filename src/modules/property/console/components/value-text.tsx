import type { ReactElement } from 'react';
import type { PropertyType } from '#kit/common/property.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import './property.css';

/** A value as a line of text: JSON as it is written, a colour with its look. */
export function ValueText({ value, type }: { value: unknown; type: PropertyType }): ReactElement {
  const t = useT('property');
  if (value === null || value === undefined || value === '') return <span className="whk-nothing">{t('value.none')}</span>;
  if (typeof value === 'boolean') return <>{t(value ? 'value.yes' : 'value.no')}</>;
  if (type === 'color' && typeof value === 'string')
    return (
      <span className="wp-color">
        <svg aria-hidden="true" width="14" height="14" viewBox="0 0 14 14">
          <rect width="14" height="14" rx="3" fill={value} />
        </svg>
        {value}
      </span>
    );
  if (typeof value === 'object') return <code className="whk-code wp-json">{JSON.stringify(value)}</code>;
  return <>{String(value)}</>;
}
