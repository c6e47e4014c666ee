import type { z } from 'zod';
import type { Endpoint } from '#kit/common/contract.ts';
import { getJob } from '#kit/common/jobs/job.contract.ts';
import { useT } from '../i18n/use-t.ts';
import type { Reading } from './detail-drawer.tsx';
import { useRead } from './query.ts';
import type { AnyList } from './use-list.ts';
import { idOf } from './use-selection.ts';

/** Reads one object by its id. */
export type ObjectEndpoint = Endpoint<z.ZodType<unknown, { id: string }>, z.ZodType<object>>;

/** One object of a page: read by `get`, or, where there is none, found among the rows on screen. */
export function useObject(get: ObjectEndpoint | undefined, list: AnyList<object>, id: string | undefined): Reading<object> {
  const t = useT('kit');
  // A hook must be called either way; without `get` nothing is read.
  const read = useRead<ObjectEndpoint>(get ?? getJob, { id: id ?? '' }, { enabled: get !== undefined && id !== undefined });
  if (get) return { data: read.data, error: read.error, refetch: read.refetch };
  const row = list.rows.find((one) => idOf(one) === id);
  const absent = row === undefined && !list.loading;
  return { data: row, error: absent ? new Error(t('crud.elsewhere')) : null, refetch: list.reload };
}
