import { employeeLeave, lifeList } from '../common/life/life.contract.ts';
import { nobody, type Sample } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

type Side = World['outside'];
const planned = new WeakMap<World, Promise<{ event: string; uid: string }>>();

/** Somebody outside who is planned to leave. */
function plannedOutside(world: World): Promise<{ event: string; uid: string }> {
  const known = planned.get(world) ?? plan(world);
  planned.set(world, known);
  return known;
}

async function plan({ boss, house, outside }: World): Promise<{ event: string; uid: string }> {
  const uid = await house.person([outside.department.id], '外部离职');
  await boss.call(employeeLeave, { ids: [uid], at: '2999-12-31' });
  const { list } = await boss.call(lifeList, { employeeId: uid });
  return { event: list[0]!.id, uid };
}

const inside = ({ department }: Side) => [{ departmentId: department.id, primary: true }];
const one = (more: Record<string, unknown> = {}): Sample => ({
  refused: (world) => [world.outside.person.id, nobody].map((id) => ({ ...more, id })),
});
const placed = (more: Record<string, unknown> = {}): Sample => ({
  refused: (world) => [world.outside.person.id, nobody].map((id) => ({ ...more, id, assignments: inside(world.inside) })),
});
const many: Sample = {
  refused: ({ inside: near, outside }) =>
    [[outside.person.id], [near.person.id, outside.person.id], [near.person.id, nobody]].map((ids) => ({ ids })),
};
const event: Sample = { refused: async (world) => [(await plannedOutside(world)).event, nobody].map((id) => ({ id })) };

/** How operations of the life cycle are asked for what lies outside. */
export const lifeSamples: Readonly<Record<string, Sample>> = {
  'muc/employee/transfer/preview': placed(),
  'muc/employee/transfer': placed({ version: 1 }),
  'muc/employee/transfer/confirm': one(),
  'muc/employee/transfer/cancel': many,
  'muc/employee/holdings': one(),
  'muc/employee/leave/preview': many,
  'muc/employee/leave': many,
  'muc/employee/leave/cancel': many,
  'muc/employee/leave/retry': one(),
  'muc/employee/rehire/offer': one(),
  'muc/employee/rehire': placed({ version: 1 }),
  'muc/employee/lifecycle/list': {
    hidden: async (world) => ({ input: { pageSize: 200 }, ids: [(await plannedOutside(world)).event], counted: true }),
  },
  'muc/employee/lifecycle/get': event,
  'muc/employee/lifecycle/export': event,
};
