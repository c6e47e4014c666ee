import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import type { FilteredList } from '#kit/console/page/use-list.ts';
import { operationHistogram, type operationList } from '../../common/operation-log.contract.ts';
import { TimeBars } from './time-bars.tsx';

/** How many calls there were in each hour or day, under the filters of the list. */
export function OperationBars({ list }: { list: FilteredList<typeof operationList> }): ReactElement {
  const t = useT('logs');
  const [offset] = useState(() => -new Date().getTimezoneOffset());
  const read = useRead(operationHistogram, { ...list.asked, offset });
  return <TimeBars label={t('operation.histogram')} read={read} onSpan={(from, to) => list.move({ filters: { from, to } })} />;
}
