import { languages } from '#kit/common/language.ts';
import { platformNames, platforms } from '#kit/common/client/platforms.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { installAccess, mamEnums, shelfStatuses } from '../common/app.contract.ts';
import { reportKinds } from '../common/client.contract.ts';
import { rolloutStates } from '../common/rollout.contract.ts';
import { upgradeModes } from '../common/version.contract.ts';

/** Values that programs choose from. */
export const enumRoutes: readonly BoundRoute[] = [
  handle(mamEnums, async () => ({
    platforms: platforms.map((value) => ({ value, name: platformNames[value] })),
    enums: {
      appStatus: [...shelfStatuses],
      publishStatus: [0, 1, 2],
      language: [...languages],
      cardType: [0, 1],
      platformType: [1, 2],
      tagType: [0, 1],
      releaseType: [0, 1, 2],
      onOff: [1, 0],
      effective: [true, false],
      upgradeMode: [...upgradeModes],
      installOpen: [...installAccess],
      rolloutState: [...rolloutStates],
      reportKind: [...reportKinds],
    },
  })),
];
