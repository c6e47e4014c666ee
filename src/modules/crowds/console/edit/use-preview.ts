import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Input, Reply } from '#kit/common/contract.ts';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { queryKeyOf, readAgain } from '#kit/console/page/query.ts';
import { useSettled } from '#kit/console/pickers/use-settled.ts';
import { crowdPreview } from '../../common/crowd.contract.ts';

/** Who a rule means, as it was told last. */
export interface Preview {
  /** The last numbers, also while newer ones are on their way. */
  readonly told: Reply<typeof crowdPreview> | undefined;
  readonly waiting: boolean;
  readonly error: CallError | undefined;
}

/** Milliseconds after the last change before the server is asked. */
const settleMillis = 500;

/** Asks who would be in a crowd once its form stands still; nothing while `request` is undefined. */
export function usePreview(request: Input<typeof crowdPreview> | undefined): Preview {
  // A form makes its values again at every drawing: what counts is what they say.
  const said = request && JSON.stringify(request);
  const settled = useSettled(said, settleMillis);
  const { data, error, isFetching } = useQuery({
    queryKey: [...queryKeyOf(crowdPreview), settled],
    queryFn: ({ signal }) => call(crowdPreview, JSON.parse(settled ?? 'null') as Input<typeof crowdPreview>, { silent: true, signal }),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
    retry: readAgain,
    // Who is meant may change with every change of others.
    gcTime: 0,
  });
  const refused = error instanceof CallError && !error.canceled ? error : undefined;
  return { told: data, waiting: said !== undefined && (settled !== said || isFetching), error: settled === said ? refused : undefined };
}
