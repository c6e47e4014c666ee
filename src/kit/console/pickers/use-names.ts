import { useQueries } from '@tanstack/react-query';
import { gather } from '../call/gather.ts';
import { queryClient } from '../shell/query-client.ts';
import type { Choice, PickerSource } from './picker-source.ts';

/** Ids that one call for names takes. */
const atOnce = 500;
/** Milliseconds for which a name is taken as it was read. */
const fresh = 60_000;

const keyOf = (kind: string, id: string): readonly unknown[] => ['picker', kind, 'name', id];

/** Keeps what a search found, so that what is chosen from it has its name at once. */
export function rememberNames(kind: string, choices: readonly Choice[]): void {
  for (const choice of choices) queryClient.setQueryData(keyOf(kind, choice.id), choice);
}

/** Names of ids, each kept for all pickers: undefined while on its way, null when nobody tells it (deleted, or out of range). */
export function useNames(
  kind: string,
  source: PickerSource | undefined,
  ids: readonly string[],
): ReadonlyMap<string, Choice | null | undefined> {
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: keyOf(kind, id),
      queryFn: async (): Promise<Choice | null> => (source ? nameOf(source, id) : null),
      enabled: source !== undefined,
      staleTime: fresh,
    })),
    // A name that could not be read is not on its way any more.
    combine: (answers) => new Map(ids.map((id, at) => [id, answers[at]?.isError ? null : answers[at]?.data])),
  });
}

const gathered = new WeakMap<PickerSource, (id: string) => Promise<Choice | undefined>>();

async function nameOf(source: PickerSource, id: string): Promise<Choice | null> {
  let ask = gathered.get(source);
  if (!ask) {
    ask = gather(atOnce, async (ids) => {
      const choices = await source.names(ids, new AbortController().signal);
      return new Map(choices.map((choice) => [choice.id, choice]));
    });
    gathered.set(source, ask);
  }
  return (await ask(id)) ?? null;
}
