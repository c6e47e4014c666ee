import { nobody, oncePerWorld, type Sample } from '../../../../tests/conformance/samples.ts';
import { newPush, type MadePush } from './make.ts';

/** An account with a push on each side. */
const sides = oncePerWorld(async ({ house, inside, outside }) => ({
  inside: await newPush(house, inside.department.id),
  outside: await newPush(house, outside.department.id),
}));

const ofAccount = (more: (one: MadePush) => Record<string, unknown> = () => ({})): Sample => ({
  refused: async (world) => {
    const { inside, outside } = await sides(world);
    return [outside.snoId, nobody].map((snoId) => ({ snoId, ...more(inside) }));
  },
});
const ofPush = (more: Record<string, unknown> = {}, name = 'id'): Sample => ({
  refused: async (world) => [(await sides(world)).outside.pushId, nobody].map((id) => ({ [name]: id, ...more })),
});
const content = ({ textId }: MadePush) => ({ content: { kind: 'text', id: textId } });
const reasoned = { version: 1, reason: 'Because' };

/** How pushes are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
  'mpm/push/preview': {
    refused: async (world) => {
      const { inside, outside } = await sides(world);
      const { house, outside: beyond } = world;
      const far = await house.person([beyond.department.id]);
      return [
        { snoId: outside.snoId, ...content(outside), audience: { all: true } },
        { snoId: nobody, ...content(inside), audience: { all: true } },
        // What a push names must lie in range too.
        { snoId: inside.snoId, ...content(inside), audience: { departments: [beyond.department.id] } },
        { snoId: inside.snoId, ...content(inside), audience: { employees: [far] } },
      ];
    },
  },
  'mpm/push/add': { free: 'it names a preview, which only who made it can send, and asks for the account again' },
  'mpm/push/test': ofAccount((one) => ({ ...content(one), empIds: [one.fan] })),
  'mpm/push/list': ofAccount(),
  'mpm/push/stat': ofAccount(() => ({ from: 0, to: 9_000_000_000_000 })),
  'mpm/push/get': ofPush(),
  'mpm/push/ledger': ofPush(),
  'mpm/push/timeline': ofPush(),
  'mpm/push/targets': ofPush({}, 'pushId'),
  'mpm/push/pause': ofPush(reasoned),
  'mpm/push/resume': ofPush(reasoned),
  'mpm/push/cancel': ofPush(reasoned),
  'mpm/push/approve': ofPush(reasoned),
  'mpm/push/refuse': ofPush(reasoned),
  'mpm/push/reschedule': ofPush({ version: 1, planAt: 9_000_000_000_000 }),
  'mpm/push/rollback': ofPush({ reason: 'Because', title: 'x' }),
  'mpm/push/repush': ofPush({ scope: 'failed' }),
  'mpm/push/export': ofPush(),
  'mpm/push/exportProof': ofPush(),
};
