import { newId } from '#kit/server/ids.ts';
import { navQuery } from '../common/nav.contract.ts';
import { nobody, type Sample } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

/** A number that waits, of the person outside. */
async function submission({ house, outside }: World): Promise<string> {
  const id = newId();
  await house.product.database.pool.query(
    `insert into phone_submission (id, employee_id, number, proof, state, submitted_at, created_at, updated_at)
     values ($1, $2, '+8613900000001', 'approval', 'rejected', $3, $3, $3)`,
    [id, outside.person.id, Date.now()],
  );
  return id;
}
const entries = async ({ boss }: World) => (await boss.call(navQuery, { platform: 1 })).entries;
const plain = Object.entries({
  'encryption/get': {},
  'encryption/keys': {},
  'encryption/update': { purpose: 'transport', version: 1, rotateDays: 60 },
  'encryption/rotate': { purpose: 'transport' },
  'encryption/retire': { id: nobody, version: 1 },
  'encryption/destroy': { id: nobody, version: 1 },
  'encryption/export': { id: nobody, recipient: `age1${'q'.repeat(58)}` },
  'nav/query': { platform: 1 },
  'nav/publish': { platform: 1, version: 1 },
  'nav/rollback': { platform: 1, version: 1, navVersion: 1 },
  'nav/copyPlatform': { from: 1, to: 2, version: 1 },
  'submitPhone/get': {},
  'submitPhone/save': { version: 1, mode: 'ask' },
  'submitPhone/gateway/get': {},
  'submitPhone/gateway/save': { version: 1, sign: 'x' },
  'submitPhone/gateway/test': { number: '+8613800000000' },
}).map(([path, input]): [string, Sample] => [`im/${path}`, { refused: () => [input] }]);

/** How keys, navigation, submitted numbers and sessions of terminals are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
  ...Object.fromEntries(plain),
  'im/nav/save': { refused: async (world) => [{ platform: 1, version: 1, entries: await entries(world) }] },
  'im/submitPhone/list': { hidden: async (world) => ({ input: { pageSize: 500 }, ids: [await submission(world)], counted: true }) },
  'im/submitPhone/approve': { refused: async (world) => [{ ids: [await submission(world)] }, { ids: [nobody] }] },
  'im/submitPhone/reject': {
    refused: async (world) => [
      { ids: [await submission(world)], reason: 'x' },
      { ids: [nobody], reason: 'x' },
    ],
  },
  'im/submitPhone/remind': { free: 'The job reminds people in the range of the right to remind; src/modules/terminal-settings' },
  'im/submitPhone/export': { free: 'Its file holds the submissions of the list in the range of the right to export' },
};
