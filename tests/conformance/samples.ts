import type { House } from '../access/house.ts';
import type { Granted } from './permits.ts';
import type { Known } from './range/story.ts';
import type { World } from './range/world.ts';
import type { RoleArea, RoleSample } from './role-areas.ts';

export type Values = Record<string, unknown>;

/** An id that nobody has. */
export const nobody = '01a00000-0000-7000-8000-00000000dead';

/** Makes what a write needs, each time anew, and answers an input that is done when it is asked for. */
export type TrySample = (house: House) => Promise<Values>;

/**
 * How an operation with a data range is asked for what lies outside.
 * `refused`: inputs that name something outside (or nothing at all) and are answered 10910, or as said.
 * `hidden`: an input under which a super administrator sees these ids, and the administrator of the north does not.
 * `free`: why there is nothing outside to ask for.
 */
export type Sample =
  | { refused: (world: World) => readonly Values[] | Promise<readonly Values[]>; code?: number }
  | { hidden: (world: World) => Hidden | Promise<Hidden> }
  | { free: string };

interface Hidden {
  input: Values;
  ids: readonly string[];
  counted?: boolean;
}

/** An operation, by its path: with what makes an input for it, or as its try makes it. */
export type Asked = { readonly path: string; readonly make?: TrySample };

/**
 * How the order of a kind is changed: the operation that adds one at the end, the one that puts several in order, and the SQL of places that
 * two hold at once. `free`: why there is no order to keep.
 */
export type OrderSample = { readonly add?: Asked; readonly reorder: Asked; readonly shared: string } | { readonly free: string };

/** How an object of a kind is deleted: the operation, and an input that names something just made for it, with everything that it can hold; or why none is. */
export type RestoreSample = Asked | { readonly stays: string };

/** An input that needs more than the operation's own codes, and what is held besides so that what it names is seen. */
export interface MoreSample {
  readonly input: Values;
  readonly seeing?: readonly string[];
}

/** What samples of further permits are made in. */
export interface MoreWorld {
  readonly house: House;
  /** Who is refused. */
  readonly granted: Granted;
  /** A department that was changed, with the line of its journal and that one's batch, and one with a role that reaches its people. */
  readonly changed: { readonly id: string; readonly line: string; readonly batch: string };
  readonly ruled: string;
  /** The deletion of a department in the recycle bin. */
  readonly deletion: string;
}

/** A world in which names of outside stand in everything that can name them, with a role of every area: of the department inside, and of one outside. */
export interface Story {
  readonly world: World;
  readonly known: Known;
  readonly roles: Readonly<Record<'own' | 'foreign', Readonly<Record<string, string>>>>;
}

/** What a module's part of the story can be asked for. */
export interface Told {
  /** Inputs by path, where none can be made up from the fields alone. */
  readonly asked?: Readonly<Record<string, readonly Values[]>>;
  /** What stands for an id in inputs that are made up, by the name of the field. */
  readonly ids?: Readonly<Record<string, readonly string[]>>;
}

/**
 * What the conformance tests cannot know of a module by its contracts alone, by path of operation or by kind. It stands beside the module, in
 * `testing/conformance.ts`; what declared entities and the paths of conventional calls say need not be said again.
 */
export interface ModuleSamples {
  /** Writes that can be tried. */
  readonly tries?: Readonly<Record<string, TrySample>>;
  /** Operations with a data range. */
  readonly ranges?: Readonly<Record<string, Sample>>;
  /** Kinds one field of which is a place among others. */
  readonly orders?: Readonly<Record<string, OrderSample>>;
  /** Kinds of objects. */
  readonly restores?: Readonly<Record<string, RestoreSample>>;
  /** Areas of roles that belong to departments. */
  readonly roleAreas?: readonly RoleArea[];
  /** Operations below role/ beside those that every area has. */
  readonly roles?: Readonly<Record<string, RoleSample>>;
  /** Operations that ask for more than their own codes (`permitMore`). */
  readonly more?: (world: MoreWorld) => Promise<Readonly<Record<string, MoreSample>>>;
  /** Readings of which nothing can be asked in the story: they are the whole site's and refused, or there is nothing of it. */
  readonly unasked?: readonly string[];
  /** Readings and exports that name people and departments outside to who sees everything. */
  readonly telling?: readonly string[];
  /** Kinds whose objects are put together of others of the same owner, so that the fields alone do not say an input. */
  readonly composed?: readonly string[];
  /** Names people, departments and dynamic groups of outside in all that lies inside. */
  readonly story?: (story: Story) => Promise<Told>;
  /** What else is asked, when answers gave ids: `idsOf('journal/batch')` are those of its lists. */
  readonly further?: (story: Story, idsOf: (noun: string) => readonly string[]) => Readonly<Record<string, readonly Values[]>>;
}

/** Paths below one: `below('sys/server', 'list get')`. */
export const below = (path: string, verbs: string): string[] => verbs.split(' ').map((verb) => `${path}/${verb}`);

/** The SQL of places that two hold at once. */
export const sharedPlaces = (table: string, place: string, among = '1'): string =>
  `select ${among}, ${place} from ${table} group by ${among === '1' ? place : `${among}, ${place}`} having count(*) > 1`;

/** The kinds of which the product has a fixed number: they are changed and never deleted. */
export const fixed = (...kinds: string[]): Record<string, RestoreSample> =>
  Object.fromEntries(kinds.map((kind) => [kind, { stays: 'the product has a fixed number of these; they are changed and never deleted' }]));

/** How one is deleted among others: `ids` names just what was made. */
export const deletedByIds = (path: string, make: (house: House) => Promise<string>): RestoreSample => ({
  path,
  make: async (house) => ({ ids: [await make(house)] }),
});

function madeOnce<T, A extends readonly unknown[]>(
  make: (world: World, ...more: A) => Promise<T>,
): (world: World, ...more: A) => Promise<T> {
  const made = new WeakMap<World, Promise<T>>();
  return (world, ...more) => {
    const one = made.get(world) ?? make(world, ...more);
    made.set(world, one);
    return one;
  };
}

/** What a part of the story makes once for a world, so that others can name it. */
export const perWorld = <T>(make: (world: World, known: Known) => Promise<T>): ((world: World, known: Known) => Promise<T>) =>
  madeOnce(make);

/** What several samples name, made once for a world. */
export const oncePerWorld = <T>(make: (world: World) => Promise<T>): ((world: World) => Promise<T>) => madeOnce(make);
