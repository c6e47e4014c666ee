import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { onShelf } from '../../common/app.contract.ts';

/** Whether an app or a version is on shelf, in words. */
export function ShelfTag({ status }: { status: number }): ReactElement {
  const t = useT('apps');
  const key = status === 1 ? 'app.status.1' : status === onShelf ? 'app.status.2' : 'app.status.3';
  return (
    <span className="whk-tag" data-value={status === onShelf ? 'true' : 'false'}>
      {t(key)}
    </span>
  );
}
