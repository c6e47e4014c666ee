import { z } from 'zod';
import { modules } from '../../src/app/modules.ts';
import type { Endpoint } from '../../src/kit/common/contract.ts';
import type { CrudFacts, CrudVerb } from '../../src/kit/common/crud/crud-types.ts';
import type { AnyField } from '../../src/kit/common/crud/field.ts';
import { sampleInput } from '../../src/kit/testing/sample-input.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import type { House } from '../access/house.ts';
import { nobody, type Sample, type Values } from './samples.ts';
import type { Side, World } from './range/world.ts';
import { crowdOfOne } from '../../src/modules/crowds/testing/tries.ts';

/** Samples of declared entities: what their fields and verbs say is all that is needed. */

/** Every declared entity. */
export const entities: readonly CrudFacts[] = modules.flatMap((module) => module.entities ?? []);

/** Operations of an entity by verb. */
export const operationOf = (entity: CrudFacts, verb: CrudVerb): Endpoint => (entity as CrudFacts & Record<CrudVerb, Endpoint>)[verb];

/** The entity and the verb of an operation. */
function entityOf(operation: Endpoint): { entity: CrudFacts; verb: CrudVerb } | undefined {
  for (const entity of entities) {
    const verb = entity.verbs.find((one) => operationOf(entity, one) === operation);
    if (verb) return { entity, verb };
  }
  return undefined;
}

/** Where the ids come from that a draft names. */
interface Place {
  readonly boss: House['boss'];
  department(): Promise<string>;
  person(): Promise<string>;
  crowd(): Promise<string>;
  role(): Promise<string>;
}

const placeOf = (house: House, side?: Side): Place => ({
  boss: house.boss,
  department: async () => side?.department.id ?? rootDepartmentId,
  person: async () => side?.person.id ?? house.person(),
  crowd: () => crowdOfOne(house),
  role: () => house.role({}),
});

let made = 0;
const word = (): string => `entity${(made += 1)}`;

/** Every field that is entered, filled in; texts differ each time. */
async function draftOf(entity: CrudFacts, place: Place): Promise<Values> {
  const values: Values = {};
  for (const [name, field] of Object.entries(entity.fields))
    if (!field.is.readOnly)
      values[name] =
        field.is.unique && field.traits.type === 'choice' ? await freeChoice(entity, name, place) : await valueOf(field, place);
  return values;
}

/** Of a few words of which each object has another one: a word that none has, or that of one which is deleted for it. */
async function freeChoice(entity: CrudFacts, name: string, { boss }: Place): Promise<unknown> {
  const { list } = (await boss.call(operationOf(entity, 'list'), {})) as { list: ({ id: string } & Values)[] };
  const { options } = entity.fields[name]!.input as z.ZodEnum;
  const free = options.find((option) => list.every((row) => row[name] !== option));
  if (free !== undefined) return free;
  await boss.call(operationOf(entity, 'delete'), { ids: [list[0]!.id] });
  return list[0]![name];
}

/** The same without files. */
async function bareDraft(entity: CrudFacts, place: Place): Promise<Values> {
  const draft = await draftOf(entity, place);
  return Object.fromEntries(Object.entries(draft).filter(([name]) => entity.fields[name]?.traits.type !== 'file'));
}

async function valueOf(field: AnyField, place: Place): Promise<unknown> {
  const { traits, is } = field;
  // Of what is unique each has its own.
  if (typeof traits.example === 'string' && is.unique) return `${traits.example}${(made += 1)}`;
  if (traits.example !== undefined) return traits.example;
  if (traits.type === 'text' || traits.type === 'code') return word();
  if (traits.type === 'local') return { zh_CN: word() };
  if (traits.type === 'file') return is.nullable ? null : place.boss.upload('sample.png', samplePicture);
  if (is.secret) return 'a secret word';
  if (traits.target === undefined) return sampleInput(z.object({ value: required(field) }), nobody)['value'];
  const id = await idOf(traits.target, place);
  return is.list ? [id] : id;
}

/** A picture of one pixel. */
const samplePicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const required = ({ input }: AnyField): z.ZodType => (input instanceof z.ZodNullable ? (input.unwrap() as z.ZodType) : input);

async function idOf(target: string, place: Place): Promise<string> {
  if (target === 'department') return place.department();
  if (target === 'employee') return place.person();
  if (target === 'crowd') return place.crowd();
  if (target === 'role') return place.role();
  const entity = entities.find(({ kind }) => kind === target);
  if (!entity) throw new Error(`No entity is declared of the kind ${target}: give the field an example`);
  return added(entity, place);
}

const added = async (entity: CrudFacts, place: Place, like: Values = {}): Promise<string> =>
  ((await place.boss.call(operationOf(entity, 'add'), { ...(await draftOf(entity, place)), ...like })) as { id: string }).id;

/** Two objects of one order, the second first. */
async function turned(entity: CrudFacts, place: Place): Promise<string[]> {
  const draft = await draftOf(entity, place);
  const within = Object.values(entity.fields).flatMap(({ traits }) => traits.within ?? []);
  const like = Object.fromEntries(within.map((name) => [name, draft[name]]));
  const first = await added(entity, place, like);
  return [await added(entity, place, like), first];
}

/** A change of one field: of the name where it may change. */
async function changeOf(entity: CrudFacts, place: Place): Promise<Values> {
  const open = Object.entries(entity.fields).filter(([, { is }]) => !is.readOnly && !is.immutable);
  const [name, field] = open.find(([one]) => one === entity.name) ?? open[0]!;
  return { [name]: await valueOf(field, place) };
}

/** An input of a write that is done when it is asked for; undefined where the operation is of no declared entity. */
export async function entityTry(house: House, operation: Endpoint): Promise<Values | undefined> {
  const found = entityOf(operation);
  if (!found) return undefined;
  const { entity, verb } = found;
  const place = placeOf(house);
  if (verb === 'add') return draftOf(entity, place);
  if (verb === 'reorder') return { ids: await turned(entity, place) };
  const id = await added(entity, place);
  if (verb === 'update') return { id, version: 1, ...(await changeOf(entity, place)) };
  if (verb === 'copy') return { ...sampleInput(operation.input, id), ...(await uniqueOf(entity, place)), id };
  // What is enabled already is not enabled by a call.
  if (verb === 'enable' && entity.verbs.includes('disable')) await house.boss.call(operationOf(entity, 'disable'), { ids: [id] });
  if (verb === 'restore') await house.boss.call(operationOf(entity, 'delete'), { ids: [id] });
  return { ids: [id] };
}

async function uniqueOf(entity: CrudFacts, place: Place): Promise<Values> {
  const values: Values = {};
  for (const [name, field] of Object.entries(entity.fields)) if (field.is.unique) values[name] = await valueOf(field, place);
  return values;
}

/** How one object of a kind is deleted; undefined where the kind is of no declared entity, or none is deleted. */
export function entityRestore(kind: string): { path: string; make: (house: House) => Promise<Values> } | undefined {
  const entity = entities.find((one) => one.kind === kind);
  if (!entity?.verbs.includes('delete')) return undefined;
  return { path: operationOf(entity, 'delete').path, make: async (house) => ({ ids: [await added(entity, placeOf(house))] }) };
}

type Pair = Record<'inside' | 'outside', string>;
const pairs = new WeakMap<World, Map<CrudFacts, Promise<Pair>>>();

/** An object on each side, added once for a world. */
function pairOf(world: World, entity: CrudFacts): Promise<Pair> {
  const known = pairs.get(world) ?? new Map<CrudFacts, Promise<Pair>>();
  pairs.set(world, known);
  const pair = known.get(entity) ?? addPair(world, entity);
  known.set(entity, pair);
  return pair;
}

async function addPair({ house, inside, outside }: World, entity: CrudFacts): Promise<Pair> {
  return { inside: await added(entity, placeOf(house, inside)), outside: await added(entity, placeOf(house, outside)) };
}

/** How an operation is asked for what lies outside; undefined where that does not follow from a declaration. */
export function entityRange(operation: Endpoint): Sample | undefined {
  // Asked by the pipeline, whatever is given.
  if (operation.scope === 'site') {
    const { siteCode } = operation;
    return { refused: () => [sampleInput(operation.input, nobody)], ...(siteCode !== undefined && { code: siteCode }) };
  }
  const found = entityOf(operation);
  if (!found) return undefined;
  const { entity, verb } = found;
  const scope = verb === 'list' || verb === 'get' ? entity.scope.read : entity.scope.write;
  if (typeof scope === 'string') return undefined;
  if (verb === 'import' || verb === 'export')
    return { free: 'the job reads and writes what the list shows and the change engine lets through' };
  if (verb === 'list')
    return { hidden: async (world) => ({ input: { pageSize: 200 }, ids: [(await pairOf(world, entity)).outside], counted: true }) };
  return { refused: async (world) => outsiders({ entity, verb, by: scope.by }, world) };
}

async function outsiders({ entity, verb, by }: { entity: CrudFacts; verb: CrudVerb; by: string }, world: World): Promise<Values[]> {
  const { inside, outside } = await pairOf(world, entity);
  const [here, there] = [placeOf(world.house, world.inside), placeOf(world.house, world.outside)];
  // Files are those of who uploaded them: who asks here has none.
  if (verb === 'add') return [await bareDraft(entity, there), { ...(await bareDraft(entity, here)), [by]: nobody }];
  if (verb === 'get') return [{ id: outside }, { id: nobody }];
  if (verb === 'copy') return [outside, nobody].map((id) => ({ ...sampleInput(operationOf(entity, 'copy').input, id), id }));
  if (verb === 'restore') return [{ ids: [outside] }, { ids: [nobody] }];
  if (verb !== 'update') return [[outside], [inside, outside], [outside, inside], [inside, nobody]].map((ids) => ({ ids }));
  const change = await changeOf(entity, here);
  const moved = { id: inside, version: 1, [by]: await valueOf(entity.fields[by]!, there) };
  return [
    { id: outside, version: 1, ...change },
    { id: nobody, version: 1, ...change },
    ...(entity.fields[by]?.is.immutable ? [] : [moved]),
  ];
}

/** Adds one of every declared entity where the administrator of the world sees it, so that its readings have something to answer. */
export async function addEntities({ house, inside }: World, without: readonly string[]): Promise<void> {
  for (const entity of entities)
    if (entity.verbs.includes('add') && !without.includes(entity.kind)) await added(entity, placeOf(house, inside));
}
