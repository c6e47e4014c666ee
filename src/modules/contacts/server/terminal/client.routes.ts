import { handleClient, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import { code } from '#kit/common/codes.ts';
import { Refusal } from '#kit/server/refusal.ts';
import * as contract from '../../common/client.contract.ts';
import { contactRulesOf } from '../rule/open-rules.ts';
import { noteCopy } from './copies.ts';
import { sharedChatsOf } from '../shared-chats.ts';
import { configFor, namesFor, picturesFor } from './config.ts';
import { copyKey } from './copy-key.ts';
import type { Eye } from './eye.ts';
import { listFavourites, setFavourite } from './favourites.ts';
import { peopleOf } from './people.ts';
import { mayUse, personCard, revealField } from './person.ts';
import { searchPeople } from './search.ts';
import { syncCopy } from './sync.ts';
import { treeLevel } from './tree.ts';

/** The eye of who calls by a terminal: the rules as they are at this moment. */
async function eyeOf({ db, services, caller }: ClientCall): Promise<Eye> {
  const viewer = await contactRulesOf(services).viewer(caller.uid);
  // Somebody who left between the check of the session and this look.
  if (!viewer) throw new Refusal(code.sessionEnded, {}, { reason: 'disabled' });
  return { db, services, viewer, language: caller.language };
}

/** The directory as terminals ask for it. */
export const contactClientRoutes: readonly BoundClientRoute[] = [
  handleClient(contract.clientConfig, async (call) => {
    const config = configFor(await eyeOf(call));
    return { ...config, offline: { ...config.offline, key: copyKey(call, config.offline) } };
  }),
  handleClient(contract.clientTree, async (call, input) => treeLevel(await eyeOf(call), input)),
  handleClient(contract.clientPeople, async (call, input) => peopleOf(await eyeOf(call), input)),
  handleClient(contract.clientSearch, async (call, input) => searchPeople(await eyeOf(call), input)),
  handleClient(contract.clientPerson, async (call, input) => personCard(await eyeOf(call), input)),
  handleClient(contract.clientReveal, async (call, input) =>
    revealField(await eyeOf(call), { ...input, terminal: call.terminal.installId }),
  ),
  handleClient(contract.clientBatch, async (call, { empIds }) =>
    namesFor(await eyeOf(call), empIds, await sharedChatsOf(call.services).now()(call.db, call.caller.uid, empIds)),
  ),
  handleClient(contract.clientPictures, async (call, { empIds }) => picturesFor(await eyeOf(call), empIds)),
  handleClient(contract.clientCan, async (call, input) => {
    const { allowed, ref } = await mayUse(await eyeOf(call), input);
    if (!allowed) throw new Refusal(20030, { ref }, { ref });
    return { allowed: true as const };
  }),
  handleClient(contract.clientSync, async (call, input) => {
    const eye = await eyeOf(call);
    const piece = await syncCopy(eye, input);
    await noteCopy(call, eye.viewer);
    return piece;
  }),
  handleClient(contract.clientFavourites, async (call) => listFavourites(await eyeOf(call))),
  handleClient(contract.clientFavouriteAdd, async (call, { empId }) => favour(call, empId, true)),
  handleClient(contract.clientFavouriteRemove, async (call, { empId }) => favour(call, empId, false)),
];

async function favour(call: ClientCall, empId: string, kept: boolean): Promise<null> {
  await setFavourite(await eyeOf(call), empId, kept);
  return null;
}
