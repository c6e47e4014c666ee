import { modules } from '../../src/app/modules.ts';
import { placeOf } from '../../src/kit/common/crud/crud-contract.ts';
import type { CrudVerb } from '../../src/kit/common/crud/crud-types.ts';
import { columnOf } from '../../src/kit/common/crud/field.ts';
import { orderSamples as told } from './collected.ts';
import { entities, entityTry, operationOf } from './entity-samples.ts';
import { sharedPlaces, type Asked, type OrderSample } from './samples.ts';

/** Declared entities that have an order: what their fields and verbs say is all that is needed. */
function entityOrders(): Record<string, OrderSample> {
  const samples: Record<string, OrderSample> = {};
  for (const entity of entities) {
    const place = placeOf(entity.fields);
    if (place === undefined || !entity.verbs.includes('reorder')) continue;
    const asked = (verb: CrudVerb): Asked => {
      const operation = operationOf(entity, verb);
      return { path: operation.path, make: async (house) => (await entityTry(house, operation))! };
    };
    const { table } = modules.flatMap(({ kinds }) => kinds ?? []).find(({ kind }) => kind === entity.kind)!.kept![0]!;
    samples[entity.kind] = {
      ...(entity.verbs.includes('add') && { add: asked('add') }),
      reorder: asked('reorder'),
      shared: sharedPlaces(
        table,
        columnOf(place, entity.fields[place]!),
        entity.fields[place]!.traits.within?.map((name) => columnOf(name, entity.fields[name]!)).join(', ') || '1',
      ),
    };
  }
  return samples;
}

/** A sample for every kind one field of which is its place. */
export const orderSamples: Readonly<Record<string, OrderSample>> = { ...entityOrders(), ...told };
