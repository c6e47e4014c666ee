import { pick, type Language } from '#kit/common/language.ts';
import type { MenuResource } from '#kit/common/permission.ts';
import { registerPickers } from '../pickers/picker-source.ts';
import { store } from '../store/store.ts';
import type { MenuNode } from '../store/registry.ts';
import type { ConsoleModule, PageRoute } from './page-route.ts';

interface Table {
  routes: readonly PageRoute[];
  byName: ReadonlyMap<string, PageRoute>;
  namespaces: ReadonlyMap<string, string>;
  resources: ReadonlyMap<string, MenuResource>;
  approvals: string | undefined;
  licence: string | undefined;
}

let table: Table = { routes: [], byName: new Map(), namespaces: new Map(), resources: new Map(), approvals: undefined, licence: undefined };

/** Lists the pages of all modules; called once before the frame is drawn. A name or an address used twice is an error of ours. */
export function setModules(modules: readonly ConsoleModule[]): void {
  const routes = modules.flatMap((module) => module.routes);
  const byName = new Map(routes.map((route) => [route.name, route]));
  if (byName.size < routes.length || new Set(routes.map((route) => route.path)).size < routes.length)
    throw new Error('Two pages share a name or an address');
  registerPickers(modules.flatMap((module) => module.pickers ?? []));
  table = {
    approvals: modules.find((module) => module.approvals)?.approvals,
    licence: modules.find((module) => module.licence)?.licence,
    routes,
    byName,
    namespaces: new Map(modules.flatMap((module) => module.routes.map((route): [string, string] => [route.name, module.name]))),
    resources: new Map(modules.flatMap((module) => module.resources.map((resource): [string, MenuResource] => [resource.code, resource]))),
  };
}

/** Every page of the console. */
export const pageTable = (): readonly PageRoute[] => table.routes;
/** A page by its name. */
export const pageNamed = (name: string): PageRoute | undefined => table.byName.get(name);
/** The page at an address (without its query). */
export const pageAt = (path: string): PageRoute | undefined => table.routes.find((route) => route.path === path);
/** Whether this console has a page at the address. */
export const isPage = (path: string): boolean => pageAt(path) !== undefined;
/** The page where writes wait for others to agree, for those who may open it. */
export const approvalsPage = (): string | undefined => grantedPage(table.approvals);
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
  const granted = findNode(store.get('menu'), code)?.name ?? store.get('button').find((button) => button.code === code)?.name;
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

function findNode(nodes: readonly MenuNode[], code: string): MenuNode | undefined {
  for (const node of nodes) {
    const found = node.code === code ? node : findNode(node.children ?? [], code);
    if (found) return found;
  }
  return undefined;
}
