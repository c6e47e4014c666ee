import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart, DemoStage } from '#kit/server/demo/demo-part.ts';
import { address } from '../../common/address.contract.ts';

/** A draft of two addresses: for the offices, and for everywhere else. */
export const addressesDemo: DemoPart = {
  actions: ({ calendar }) => [{ at: calendar.at(32, '10:05', 8), what: addAddresses }],
};

async function addAddresses(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  await actor.call(address.add, { name: '办公网长连接', url: 'wss://im.galaxy.example/client/im/connect', network: 'inner' });
  await actor.call(address.add, { name: '公网长连接', url: 'wss://im-out.galaxy.example/client/im/connect', network: 'outer' });
}
