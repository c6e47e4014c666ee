import type { Parsed } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, inUse, notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import type { propertyAdd, propertyRemove, propertyUpdate } from '../common/property.contract.ts';
import { propertiesById } from './definitions.ts';
import { propertyKind } from './property.kind.ts';
import { patternOf, unfit, type Checked } from './value-check.ts';

type Means = Pick<Call, 'caller'> & { services: Pick<Services, 'texts'> };

/** Properties hold for everybody: who administers a part of the company reads them, and sets values there. */
function assertWholeSite(caller: Caller): void {
  if (!caller.scope().all) throw outOfRange();
}

interface Shape extends Checked {
  key: string;
  default: unknown;
  secret: boolean;
  exposure: string;
}

/** A property that contradicts itself: a pattern that can't be matched in linear time, a secret that is shown, a default of another type (11045). */
async function assertShape({ caller, services: { texts } }: Means, shape: Shape): Promise<void> {
  const issue = (path: string, key: string): InvalidInput => new InvalidInput([{ path, namespace: 'property', key }]);
  if (shape.rules?.pattern !== undefined && !(await patternOf(shape.rules.pattern))) throw issue('rules.pattern', 'issue.pattern');
  if (shape.secret && shape.exposure !== 'server') throw issue('exposure', 'issue.secretServer');
  if (shape.secret && !['string', 'text'].includes(shape.type)) throw issue('type', 'issue.secretText');
  if (shape.secret && shape.default !== null) throw issue('default', 'issue.secretDefault');
  const why = shape.default === null || shape.default === undefined ? undefined : await unfit(shape.default, shape);
  if (why)
    throw new Refusal(
      11045,
      {
        key: shape.key,
        type: texts.text(caller.language, 'property', `property.type.${shape.type}`),
        reason: texts.text(caller.language, 'property', `reason.${why}`),
      },
      { field: 'default' },
    );
}

/** Adds one by hand. Refuses with 10411 (key) and 11045. */
export async function addProperty(tx: Tx, means: Means, input: Parsed<typeof propertyAdd>): Promise<{ id: string }> {
  assertWholeSite(means.caller);
  const fields = { ...input, default: input.default ?? null };
  await assertShape(means, fields);
  const [id] = await createObjects(tx, means.caller, propertyKind, [{ name: input.key, path: null, fields: fields as Fields }]);
  return { id: id! };
}

/** Changes one that was added by hand. Refuses with 10409, 11045, 11046. */
export async function updateProperty(tx: Tx, means: Means, input: Parsed<typeof propertyUpdate>): Promise<void> {
  assertWholeSite(means.caller);
  const { id, version, ...fields } = input;
  const present = (await propertiesById(tx, [id])).get(id);
  if (!present) throw notFound();
  if (present.module !== null) throw new Refusal(11046, { key: present.key });
  await assertShape(means, {
    key: present.key,
    type: fields.type ?? present.type,
    rules: fields.rules === undefined ? present.rules : fields.rules,
    default: 'default' in fields ? fields.default : present.default_value,
    secret: fields.secret ?? present.secret,
    exposure: fields.exposure ?? present.exposure,
  });
  if (fields.secret !== undefined && fields.secret !== present.secret) await assertNoValues(tx, [id]);
  await changeObjects(tx, means.caller, propertyKind, [{ id, version, fields: fields as Fields }]);
}

/** Deletes those without values. Refuses with 10410 and 11046. */
export async function removeProperties(tx: Tx, caller: Caller, { ids, reason }: Parsed<typeof propertyRemove>): Promise<number> {
  assertWholeSite(caller);
  await assertNoValues(tx, ids);
  return removeObjects(tx, caller, propertyKind, ids, { reason: reason ?? null });
}

async function assertNoValues(tx: Tx, ids: readonly string[]): Promise<void> {
  const used = await tx
    .selectFrom('property_value')
    .select(['id', 'label'])
    .where('property_id', 'in', [...ids])
    .limit(20)
    .execute();
  if (used.length > 0) throw inUse(used.map(({ id, label }) => ({ kind: 'propertyValue', id, name: label })));
}
