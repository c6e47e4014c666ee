import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as contract from '../common/seal.contract.ts';
import { getDay, latestRuns, listDays, proofOf } from './seal.query.ts';
import { beginVerify } from './seal.verify.ts';

/** How many verifications are listed. */
const shownRuns = 20;

/** Seals of the logs. */
export const sealRoutes: readonly BoundRoute[] = [
  handle(contract.sealList, listDays),
  handle(contract.sealGet, getDay),
  handle(contract.sealRuns, async ({ db }) => ({ list: await latestRuns(db, shownRuns) })),
  handle(contract.sealVerify, beginVerify),
  handle(contract.sealProof, proofOf),
];
