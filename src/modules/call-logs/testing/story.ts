import { calledIn } from './ranges.ts';
import type { Story, Told } from '../../../../tests/conformance/samples.ts';

/** A call of an interface inside by somebody outside. */
export async function story({ world, known: { person } }: Story): Promise<Told> {
  await calledIn(world, world.inside.department.id, { employeeId: person, actForId: person });
  return {};
}
