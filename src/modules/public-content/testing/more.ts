import type { MoreSample, MoreWorld } from '../../../../tests/conformance/samples.ts';
import { newAccount, newGroup, newPicture, newText } from './make.ts';

/** Writes to a material by who holds the button of another kind: of the codes of each call the first is held, that of pictures. */
export async function more({ house }: MoreWorld): Promise<Record<string, MoreSample>> {
  const snoId = await newAccount(house);
  const [text, picture] = [await newText(house, snoId), await newPicture(house, snoId)];
  const of = (input: MoreSample['input']): MoreSample => ({ input });
  return {
    'mpm/material/update': of({ id: text, version: 1, name: 'x' }),
    'mpm/material/delete': of({ ids: [picture, text] }),
    'mpm/material/move': of({ ids: [text], groupId: await newGroup(house, snoId) }),
  };
}
