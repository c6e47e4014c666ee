import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { materialUsedBy } from '../../common/material.contract.ts';

/** What uses a material. */
export function UsedBy({ id }: { id: string }): ReactElement {
  const t = useT('public-content');
  const { data } = useRead(materialUsedBy, { id });
  if (data && data.list.length === 0) return <>{t('material.unusedHint')}</>;
  return (
    <ul className="mpm-uses">
      {(data?.list ?? []).map((one) => (
        <li key={`${one.kind}${one.id}`}>{one.name}</li>
      ))}
    </ul>
  );
}
