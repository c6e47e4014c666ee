import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { publicKeys } from '#kit/server/audit/signing-key.ts';
import * as contract from '../common/seal.contract.ts';
import { noteRead } from './read.query.ts';
import { proofOf } from './seal.proof.ts';
import { getDay, latestRuns, listDays } from './seal.query.ts';
import { stateDamage } from './seal.statement.ts';
import { beginVerify } from './seal.verify.ts';

/** How many verifications are listed. */
const shownRuns = 20;

/** Seals of the logs. */
export const sealRoutes: readonly BoundRoute[] = [
  handle(contract.sealList, async (call, input) => {
    const reply = await listDays(call, input);
    await noteRead(call, 'seal', input, reply.list.length);
    return reply;
  }),
  handle(contract.sealGet, getDay),
  handle(contract.sealRuns, async ({ db }) => ({ list: await latestRuns(db, shownRuns) })),
  handle(contract.sealKeys, async ({ db }) => ({
    list: (await publicKeys(db)).map(({ id, pem, createdAt }) => ({ id, publicKey: pem, createdAt })),
  })),
  handle(contract.sealVerify, beginVerify),
  handle(contract.sealState, stateDamage),
  handle(contract.sealProof, async (call, input) => {
    const reply = await proofOf(call, input);
    await noteRead(call, 'seal', { id: input.id }, 1);
    return reply;
  }),
];
