import type { LocalText } from './language.ts';
import { verbs, type Verb } from './verbs.ts';

/** A button or a link-like action on a page; its code is `menu:verb`. */
export interface ButtonResource {
  readonly verb: string;
  readonly title: LocalText;
  readonly kind: 'button' | 'url';
  readonly dangerous: boolean;
}

/** A page (or a group of pages) of the permission tree, as its module declares it. */
export interface MenuResource<V extends string = string> {
  readonly kind: 'menu';
  readonly code: string;
  /** Address of the page; a group has none. */
  readonly route?: string;
  readonly parent?: string;
  readonly title: LocalText;
  readonly icon?: string;
  readonly order: number;
  /** A tab page of another page: routed and granted, but not drawn in the menu. */
  readonly nested?: boolean;
  /** Which of the three administrators that exclude one another it belongs to; the system administrator unless said. */
  readonly duty?: 'security' | 'audit';
  /** Code of the page of another frame that this one shows for a part of the company: whoever holds a code of this page passes by the same code of that one. */
  readonly alsoOpens?: string;
  readonly buttons: readonly ButtonResource[];
  /** Code of each button by its verb. */
  readonly button: { readonly [K in V]: string };
}

interface ButtonDraft<V extends string> {
  verb: V;
  title?: LocalText;
  kind?: 'button' | 'url';
  dangerous?: true;
}

interface MenuDraft<V extends string> {
  code: string;
  route?: string;
  parent?: string;
  title: LocalText;
  icon?: string;
  order: number;
  nested?: boolean;
  duty?: 'security' | 'audit';
  alsoOpens?: string;
  buttons?: readonly (V | ButtonDraft<V>)[];
}

/** Declares a page and its buttons. Common verbs (add, update, …) bring their titles; others name theirs. */
export function menu<const V extends string = never>(draft: MenuDraft<V>): MenuResource<V> {
  const buttons = (draft.buttons ?? []).map((button) => buttonOf(draft.code, typeof button === 'string' ? { verb: button } : button));
  const codes = Object.fromEntries(buttons.map((button) => [button.verb, `${draft.code}:${button.verb}`]));
  return Object.freeze({ ...draft, kind: 'menu' as const, buttons, button: codes as { [K in V]: string } });
}

function buttonOf(menuCode: string, draft: ButtonDraft<string>): ButtonResource {
  const common: LocalText | undefined = verbs[draft.verb as Verb]?.title;
  const title = draft.title ?? common;
  if (!title) throw new Error(`Button ${menuCode}:${draft.verb} has no title: it is not one of the common verbs`);
  return {
    verb: draft.verb,
    title,
    kind: draft.kind ?? 'button',
    dangerous: draft.dangerous ?? verbs[draft.verb as Verb]?.dangerous ?? false,
  };
}

/** The codes that are opened by a code of another frame as well, by the code that they are opened by. */
export function codesAlsoOpened(pages: readonly MenuResource[]): ReadonlyMap<string, string> {
  return new Map(
    pages.flatMap(({ code, alsoOpens, buttons }) =>
      alsoOpens === undefined
        ? []
        : [[alsoOpens, code] as const, ...buttons.map(({ verb }) => [`${alsoOpens}:${verb}`, `${code}:${verb}`] as const)],
    ),
  );
}

/** The name a route's guard looks for: the route's name with dashes read as underscores. */
export function menuCodeOf(routeName: string): string {
  return routeName.replaceAll('-', '_');
}
