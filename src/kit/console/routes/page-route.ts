import type { ComponentType } from 'react';
import type { CatalogLoaders } from '#kit/common/catalogs.ts';
import type { Endpoint } from '#kit/common/contract.ts';
import type { LocalText } from '#kit/common/language.ts';
import { menuCodeOf, type MenuResource } from '#kit/common/permission.ts';
import type { PersonParts } from '../person/person-parts.ts';
import type { PickerSources } from '../pickers/picker-source.ts';

/** A part of a page that has no path of its own: a tab, or what its name does not say. */
export interface PageView {
  /** What is added to the address: `?tab=policy`; nothing for the page itself. */
  readonly query: string;
  readonly title: LocalText;
}

/** One page of the console. */
export interface PageRoute {
  /** With its dashes read as underscores it is the menu code that the guard looks for. */
  readonly name: string;
  /** Address from the root, `/muc_user_management`; a nested page's address begins with its parent's. */
  readonly path: string;
  /** Name of the route whose grant is enough for this one too, and in whose outlet a nested page is drawn. */
  readonly parent?: string;
  /** Menu code, for titles and the menu; that of the parent for pages without one of their own. */
  readonly code: string;
  /** Name of the nested page that opens first. */
  readonly defaultChild?: string;
  /** False: the page is built again on every visit. */
  readonly keepAlive?: boolean;
  /** Drawn inside its parent (tab pages of a role), not as a page of its own. */
  readonly nested?: boolean;
  /** Drawn only while the address has this parameter: without it the parent shows what is to be chosen. */
  readonly shownWith?: string;
  /** What is added to its address to begin a new one (`?add`), for the search of the console; its button is the page's `add`. */
  readonly adds?: string;
  /** What is begun there, where the button says only "Add": `Add person`. */
  readonly addsTitle?: LocalText;
  /** Its parts that the search of the console finds by their own names. */
  readonly views?: readonly PageView[];
  /** Texts of the module's namespace that no other page needs. */
  readonly texts?: CatalogLoaders;
  /** Loads the page's chunk: `() => import('./group.page.tsx')`. */
  readonly load: () => Promise<{ default: ComponentType }>;
}

/** What the search of the console finds beside pages, actions and settings. */
export type FoundKind = 'people' | 'departments' | 'roles' | 'groups' | 'settings';

/** A search that a module offers to the command palette. */
export interface PeopleSearch {
  /** What it finds; people unless said. */
  readonly of?: FoundKind;
  /** Resource code without which it is not offered. */
  readonly code: string;
  /** The best matches for a name, pinyin, account, mobile, e-mail or number, each with the page that shows it. */
  readonly find: (
    text: string,
    signal: AbortSignal,
  ) => Promise<readonly { readonly id: string; readonly name: string; readonly detail: string; readonly to: string }[]>;
}

/** The fields of one entity of settings, as the search of the console finds them. */
export interface SettingsOf {
  /** Namespace and kind by which its fields are labelled. */
  readonly namespace: string;
  readonly kind: string;
  readonly page: MenuResource;
  /** What is added to the page's address to come to them: `?tab=policy`. */
  readonly query?: string;
  /** The call that writes them. */
  readonly update: () => Promise<Endpoint>;
}

/** What of a module stands on the home page at this moment. */
export interface HomeFacts {
  /** All is well, somebody is waited for, or something is broken. */
  readonly tone: 'good' | 'warn' | 'bad';
  /** All of it in a few words. */
  readonly figure: string;
  /** The first of what needs attention; `at` is a moment that matters to it. */
  readonly lines: readonly {
    readonly id: string;
    readonly text: string;
    readonly detail?: string;
    readonly at?: number;
    readonly to: string;
  }[];
}

/** What of a module needs attention, told on the home page to who may open its page. */
export interface HomeTile {
  /** Gives the tile its name, the grant it needs and where it leads. */
  readonly page: MenuResource;
  /** The lowest stands first. */
  readonly order: number;
  /** It tells all warnings: the frame's own tile of those one was told of is left out. */
  readonly allWarnings?: true;
  /** Texts of the module's namespace that it needs beside the catalogue. */
  readonly texts?: CatalogLoaders;
  /** Reads how it stands; nothing where the module is not used. */
  readonly read: (signal: AbortSignal) => Promise<HomeFacts | null>;
  /** What can be done with a line in its place, by the line's id. */
  readonly act?: ComponentType<{ id: string }>;
}

/** An action that the home page offers to begin. */
export interface QuickAction {
  /** Resource code without which it is not offered. */
  readonly code: string;
  /** The page that begins it: `?do=` says what. */
  readonly to: string;
  readonly title: LocalText;
}

/** What a module gives to the console. `src/app` holds the only list of them. */
export interface ConsoleModule {
  /** Namespace of its texts. */
  readonly name: string;
  readonly routes: readonly PageRoute[];
  readonly catalogs: CatalogLoaders;
  /** Names of pages and buttons in three languages, so that a refused function can be named. */
  readonly resources: readonly MenuResource[];
  /** People that the command palette finds. */
  readonly people?: PeopleSearch;
  /** Other things that the command palette finds. */
  readonly finds?: readonly PeopleSearch[];
  /** Address of the page where writes wait for others to agree (`?tab=mine&id=`); at most one module has it. */
  readonly approvals?: string;
  /** Address of the page where changes are read and taken back (`?batchId=`); at most one module has it. */
  readonly changes?: string;
  /** Address of the page of the licence; at most one module has it. */
  readonly licence?: string;
  /** What of it needs attention, on the home page. */
  readonly home?: readonly HomeTile[];
  /** What the home page offers to begin. */
  readonly quick?: readonly QuickAction[];
  /** What it offers to be chosen from on every page. */
  readonly pickers?: PickerSources;
  /** What it offers about a person where people are administered. */
  readonly person?: PersonParts;
}

/** A route for a declared page: name, address and code come from the declaration, so that they cannot drift apart. */
export function pageRoute(
  page: MenuResource,
  rest: Pick<PageRoute, 'load'> &
    Partial<Pick<PageRoute, 'parent' | 'defaultChild' | 'keepAlive' | 'path' | 'texts' | 'shownWith' | 'adds' | 'addsTitle' | 'views'>>,
): PageRoute {
  const path = rest.path ?? page.route;
  if (path === undefined) throw new Error(`The page ${page.code} has no address`);
  return { name: page.code.replaceAll('_', '-'), code: page.code, ...(page.nested && { nested: true }), ...rest, path };
}

/** Whether one of the codes opens a route: its own or a parent's; a frame of tabs opens with the code of any page in it, however deep. */
export function opens(route: PageRoute, table: readonly PageRoute[], codes: readonly string[]): boolean {
  return opensUpwards(route, table, codes) || pagesInside(route, table).some((one) => codes.includes(menuCodeOf(one.name)));
}

/** The pages in a frame of tabs, and in the frames in it; none for a page that is more than a frame. */
export function pagesInside(route: PageRoute, table: readonly PageRoute[], depth = 0): PageRoute[] {
  if (route.defaultChild === undefined || depth > 3) return [];
  const inside = table.filter((one) => one.nested && one.parent === route.name);
  return inside.flatMap((one) => [one, ...pagesInside(one, table, depth + 1)]);
}

function opensUpwards(route: PageRoute, table: readonly PageRoute[], codes: readonly string[]): boolean {
  for (let at: PageRoute | undefined = route, depth = 0; at && depth < 10; depth += 1) {
    if (codes.includes(menuCodeOf(at.name))) return true;
    const parent: string | undefined = at.parent;
    at = parent === undefined ? undefined : table.find((one) => one.name === parent);
  }
  return false;
}
