import type { CrudEndpoints } from './crud-endpoints.ts';
import type { Reading } from './detail-drawer.tsx';
import { useRead } from './query.ts';
import type { List } from './use-list.ts';
import { idOf } from './use-selection.ts';
import { useT } from '../i18n/use-t.ts';

/** One object of a page: read by `get`, or, where there is none, found among the rows on screen. */
export function useObject(endpoints: CrudEndpoints, list: List<object>, id: string | undefined): Reading<object> {
  const t = useT('kit');
  const { get } = endpoints;
  // A hook must be called either way; without `get` it reads nothing.
  const read = useRead(get ?? endpoints.list, { id: id ?? '' }, { enabled: get !== undefined && id !== undefined });
  if (get) return { data: read.data, error: read.error, refetch: read.refetch };
  const row = list.rows.find((one) => idOf(one) === id);
  const absent = row === undefined && !list.loading;
  return { data: row, error: absent ? new Error(t('crud.elsewhere')) : null, refetch: list.reload };
}
