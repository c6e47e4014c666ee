import type { Choice } from '#kit/console/page/choice-filter.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { readStat } from '../../common/reader.contract.ts';

/** The parts of a push to choose from; undefined while they are being read, and where there is only one. */
export function useParts(pushId: string): readonly Choice[] | undefined {
  const { data } = useRead(readStat, { pushId });
  return data && data.articles.length > 1 ? data.articles.map(({ id, title }) => ({ value: id, label: title })) : undefined;
}

/** The account of a push. */
export const useAccountOf = (pushId: string): string | undefined => useRead(readStat, { pushId }).data?.snoId;
