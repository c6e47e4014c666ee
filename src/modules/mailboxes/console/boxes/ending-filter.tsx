import type { ReactElement } from 'react';
import type { Endpoint } from '#kit/common/contract.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import type { FilterName } from '#kit/console/page/list-endpoint.ts';
import type { FilteredList } from '#kit/console/page/use-list.ts';

/** What ends within a week, two, or a month. */
export function EndingFilter<E extends Endpoint>({ list, name }: { list: FilteredList<E>; name: FilterName<E> }): ReactElement {
  const t = useT('mailboxes');
  return <ChoiceFilter list={list} name={name} options={[7, 14, 30, 90].map((n) => ({ value: n, label: t('ending.within', { n }) }))} />;
}
