import type { BoundRoute } from '../handle.ts';
import type { ServerModule } from '../module.ts';

/** Lists of a module to which its entities contribute. */
const listed = [
  'kinds',
  'words',
  'jobs',
  'departmentUses',
  'crowdUses',
  'holdings',
  'radarKinds',
  'entities',
] as const satisfies readonly (keyof ServerModule)[];

type Listed = (typeof listed)[number];

/** Contribution of an entity, or of a module beside its entities: routes as a list or by verb, and lists. */
export type ModulePart = { readonly routes?: readonly BoundRoute[] | Readonly<Record<string, BoundRoute>> } & Partial<
  Pick<ServerModule, Listed>
>;

/** Entities and a module's own lists in one: `{ name, resources, …, ...moduleParts(rooms, { routes: ownRoutes }) }`. */
export function moduleParts(...parts: readonly ModulePart[]): Pick<ServerModule, 'routes' | Listed> {
  const routes = parts.flatMap((part): readonly BoundRoute[] => Object.values(part.routes ?? {}));
  const lists = Object.fromEntries(listed.map((name) => [name, parts.flatMap((part): readonly unknown[] => part[name] ?? [])]));
  return { routes, ...(lists as Pick<ServerModule, Listed>) };
}
