import { call } from '#kit/console/call/call.ts';
import type { Choice, PickerSources } from '#kit/console/pickers/picker-source.ts';

/** Crowds for the pickers of every page: what the caller's own ranges hold. */
export const crowdPickers: PickerSources = {
  crowd: {
    search: (text, signal) => readCrowds({ text }, signal),
    names: (ids, signal) => readCrowds({ ids: [...ids] }, signal),
  },
};

async function readCrowds(input: { text: string } | { ids: string[] }, signal: AbortSignal): Promise<readonly Choice[]> {
  // The contract comes with the first picker: the frame need not carry it.
  const { pickCrowds } = await import('../common/crowd-people.contract.ts');
  const { list } = await call(pickCrowds, input, { silent: true, signal });
  return list.map(({ id, name, memberCount, ownerDeptName }) => ({ id, name, detail: `${ownerDeptName} · ${memberCount}` }));
}
