import { randomUUID } from 'node:crypto';
import { fixed, nobody, type ModuleSamples, type Sample, type Values } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';
import { engineGet } from '../common/engine.contract.ts';

/** A terminal of somebody outside, as its process writes it down. */
async function connection({ house, outside }: World): Promise<string> {
  const { pool } = house.product.database;
  const [node, id] = [randomUUID(), randomUUID()];
  await pool.query(`insert into im_node (id, name, started_at, seen_at) values ($1, 'other', $2, $2)`, [node, Date.now()]);
  await pool.query(
    `insert into im_online (id, node_id, employee_id, device_id, platform, address, since_at) values ($1, $2, $3, 'phone', 2, '', $4)`,
    [id, node, outside.person.id, Date.now()],
  );
  return id;
}
const refused = (refusing: (world: World) => readonly Values[] | Promise<readonly Values[]>): Sample => ({ refused: refusing });

/** Samples of the module message-addresses. */
export const conformance: ModuleSamples = {
  tries: {
    'im/engine/save': async (house) => ({ version: (await house.boss.call(engineGet, {})).version, pingSeconds: 60 }),
  },
  ranges: {
    'im/address/test': { refused: () => [{ id: nobody }] },
    'im/address/publish': { refused: () => [{ version: 1 }] },
    'im/address/rollback': { refused: () => [{ version: 1, number: 1 }] },
    'im/engine/save': refused(() => [{ version: 1, pingSeconds: 60 }]),
    'im/engine/pause': refused(() => [{ version: 1, minutes: 5 }]),
    'im/engine/test': refused(() => [{}]),
    'im/online/kick': refused(async (world) => [{ ids: [await connection(world)] }, { ids: [nobody] }]),
    'im/online/list': { hidden: async (world) => ({ input: { pageSize: 200 }, ids: [await connection(world)], counted: true }) },
    'im/online/statistics': { free: 'Counts the connections of the list' },
  },
  restores: fixed('imAddressBook', 'imEngine'),
  unasked: ['im/address/resolve'],
};
