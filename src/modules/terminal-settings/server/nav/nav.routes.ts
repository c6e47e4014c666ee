import type { Platform } from '#kit/common/client/platforms.ts';
import type { Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import * as contract from '../../common/nav.contract.ts';
import { copyNav, getNav, publishNav, rollBackNav, saveNav } from './nav.service.ts';

const written = (call: Call, platform: Platform, write: (tx: Tx) => Promise<void>) =>
  call.write(async (tx) => {
    await write(tx);
    return getNav(tx, call, { platform });
  });

/** Operations on the navigation of terminals. */
export const navRoutes: readonly BoundRoute[] = [
  handle(contract.navQuery, (call, input) => getNav(call.db, call, input)),
  handle(contract.navSave, (call, input) => written(call, input.platform, (tx) => saveNav(tx, call, input))),
  handle(contract.navPublish, (call, input) => written(call, input.platform, (tx) => publishNav(tx, call, input))),
  handle(contract.navRollback, (call, input) => written(call, input.platform, (tx) => rollBackNav(tx, call, input))),
  handle(contract.navCopy, (call, input) => written(call, input.to, (tx) => copyNav(tx, call, input))),
];
