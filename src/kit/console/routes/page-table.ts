import { pick, type Language } from '#kit/common/language.ts';
import type { MenuResource } from '#kit/common/permission.ts';
import { registerPersonParts } from '../person/person-parts.ts';
import { registerPickers } from '../pickers/picker-source.ts';
import { store } from '../store/store.ts';
import type { MenuNode, Values } from '../store/registry.ts';
import { fitsPath, hasParams } from './page-path.ts';
import type { ConsoleModule, QuickAction, HomeTile, PageRoute } from './page-route.ts';

interface Table {
  routes: readonly PageRoute[];
  byName: ReadonlyMap<string, PageRoute>;
  byPath: ReadonlyMap<string, PageRoute>;
  withParams: readonly PageRoute[];
  namespaces: ReadonlyMap<string, string>;
  resources: ReadonlyMap<string, MenuResource>;
  approvals: string | undefined;
  changes: string | undefined;
  licence: string | undefined;
  home: readonly OwnTile[];
  quick: readonly QuickAction[];
}

/** A tile of the home page, and whose it is. */
export interface OwnTile extends HomeTile {
  /** Namespace of its texts. */
  readonly module: string;
}

let table: Table = {
  routes: [],
  byName: new Map(),
  byPath: new Map(),
  withParams: [],
  namespaces: new Map(),
  resources: new Map(),
  approvals: undefined,
  changes: undefined,
  licence: undefined,
  home: [],
  quick: [],
};

/** Lists the pages of all modules; called once before the frame is drawn. A name or an address used twice is an error of ours. */
export function setModules(modules: readonly ConsoleModule[]): void {
  const routes = modules.flatMap((module) => module.routes);
  const byName = new Map(routes.map((route) => [route.name, route]));
  const byPath = new Map(routes.map((route) => [route.path.toLowerCase(), route]));
  if (byName.size < routes.length || byPath.size < routes.length) throw new Error('Two pages share a name or an address');
  registerPickers(modules.flatMap((module) => module.pickers ?? []));
  registerPersonParts(modules.flatMap((module) => module.person ?? []));
  table = {
    approvals: modules.find((module) => module.approvals)?.approvals,
    changes: modules.find((module) => module.changes)?.changes,
    licence: modules.find((module) => module.licence)?.licence,
    home: modules
      .flatMap(({ name, home = [] }) => home.map((tile) => ({ ...tile, module: name })))
      .toSorted((one, other) => one.order - other.order),
    quick: modules.flatMap(({ quick = [] }) => quick),
    routes,
    byName,
    byPath,
    withParams: routes.filter(({ path }) => hasParams(path)),
    namespaces: new Map(modules.flatMap((module) => module.routes.map((route): [string, string] => [route.name, module.name]))),
    resources: new Map(modules.flatMap((module) => module.resources.map((resource): [string, MenuResource] => [resource.code, resource]))),
  };
}

/** Every page of the console. */
export const pageTable = (): readonly PageRoute[] => table.routes;
/** A page by its name. */
export const pageNamed = (name: string): PageRoute | undefined => table.byName.get(name);
/** The page at an address (without its query); like the router it makes nothing of capitals. */
export const pageAt = (path: string): PageRoute | undefined =>
  table.byPath.get(path.toLowerCase()) ?? table.withParams.find((route) => fitsPath(route.path, path));
/** What modules tell on the home page, in its order. */
export const homeTiles = (): readonly OwnTile[] => table.home;
/** Actions that the home page offers to begin. */
export const quickActions = (): readonly QuickAction[] => table.quick;
/** Whether this console has a page at the address. */
export const isPage = (path: string): boolean => pageAt(path) !== undefined;
/** The page where writes wait for others to agree, for those who may open it. */
export const approvalsPage = (): string | undefined => grantedPage(table.approvals);
/** The page where changes are read and taken back, for those who may open it. */
export const changesPage = (): string | undefined => grantedPage(table.changes);
/** The page of the licence, for those who may open it. */
export const licencePage = (): string | undefined => grantedPage(table.licence);

function grantedPage(path: string | undefined): string | undefined {
  const route = path === undefined ? undefined : pageAt(path);
  return route && store.get('menuCode').includes(route.code) ? route.path : undefined;
}
/** Namespace of the texts of a page's module. */
export const namespaceOf = (route: PageRoute): string => table.namespaces.get(route.name) ?? 'kit';
/** Place of a page among its neighbours, as declared. */
export const orderOf = (code: string): number => table.resources.get(code)?.order ?? 0;

/** Name of a page or button: as it was granted (an administrator may have renamed it), else as declared. */
export function nameOfCode(code: string, language: Language): string | undefined {
  const granted = grantedNames().get(code);
  if (granted) return granted;
  const [page = '', verb] = code.split(':');
  const resource = table.resources.get(page);
  const title = verb === undefined ? resource?.title : resource?.buttons.find((button) => button.verb === verb)?.title;
  return title && pick(title, language);
}

/** Whether a button is declared as dangerous; unknown codes are not. */
export function isDangerous(code: string): boolean {
  const [page = '', verb] = code.split(':');
  return table.resources.get(page)?.buttons.some((button) => button.verb === verb && button.dangerous) ?? false;
}

type Granted = Pick<Values, 'menu' | 'button'>;
let known: { of: Granted; names: ReadonlyMap<string, string> } | undefined;

/** Names of all that is granted, by code; those of pages before those of buttons. Put in order when the grants have changed. */
function grantedNames(): ReadonlyMap<string, string> {
  const of = { menu: store.get('menu'), button: store.get('button') };
  if (known?.of.menu === of.menu && known.of.button === of.button) return known.names;
  const names = new Map(of.button.map(({ code, name }) => [code, name]));
  const add = (nodes: readonly MenuNode[]): void => {
    for (const { code, name, children } of nodes) {
      names.set(code, name);
      add(children ?? []);
    }
  };
  add(of.menu);
  known = { of, names };
  return names;
}
