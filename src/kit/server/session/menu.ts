import type { MenuNode } from '#kit/common/session/menu.contract.ts';
import type { Caller } from '../caller.ts';
import type { Services } from '../services.ts';

type Facts = Pick<Services, 'resources'>;

/** The granted pages as a tree: a group stands where something below it is granted. */
export function menuTree({ resources }: Facts, caller: Caller): MenuNode[] {
  const below = (parent: string | undefined): MenuNode[] =>
    resources
      .filter((page) => page.parent === parent)
      .toSorted((a, b) => a.order - b.order)
      .flatMap((page) => {
        const children = below(page.code);
        const shown = page.route === undefined ? children.length > 0 : caller.can(page.code) || children.length > 0;
        return shown
          ? [
              {
                code: page.code,
                name: page.title[caller.language],
                ...(page.route && { route: page.route }),
                ...(page.icon && { icon: page.icon }),
                ...(page.nested && { nested: true }),
                children,
              },
            ]
          : [];
      });
  return below(undefined);
}

/** The granted buttons of all pages, named in the caller's language. */
export function grantedButtons({ resources }: Facts, caller: Caller): { code: string; name: string }[] {
  return resources
    .flatMap((page) => page.buttons.map((button) => ({ code: `${page.code}:${button.verb}`, name: button.title[caller.language] })))
    .filter(({ code }) => caller.can(code));
}
