import { isPage, pageAt } from '../../routes/page-table.ts';
import { useQuery } from '@tanstack/react-query';
import { use, useDeferredValue, useMemo } from 'react';
import { languages, pick, type Language } from '#kit/common/language.ts';
import { useLanguage, useT } from '../../i18n/use-t.ts';
import { languageNames } from '../../login/login-frame.tsx';
import { useCan } from '../../store/granted.ts';
import type { MenuNode } from '../../store/registry.ts';
import { store, useStored } from '../../store/store.ts';
import { leaveConsole } from '../leave-console.ts';
import { PeopleSearches } from '../frame-tools.ts';
import { newEntries } from './palette-actions.ts';
import { pagesOf } from '../menu/menu-tree.ts';
import { showProfile } from '../own/profile-dialog.ts';

/** What the palette finds, in its order. */
export const foundGroups = ['pages', 'actions', 'people', 'departments', 'roles', 'groups', 'settings'] as const;
export type FoundGroup = (typeof foundGroups)[number];

/** One thing the palette can go to or do. */
export interface Found {
  key: string;
  group: FoundGroup;
  name: string;
  detail: string;
  /** Page to open, or what to do. */
  to?: string;
  run?: () => void;
}

const ownNames = {
  account: 'frame.account',
  sessions: 'frame.sessions',
  password: 'frame.changePassword',
  factors: 'factor.own',
  help: 'frame.help',
} as const;

/** Whether every word occurs somewhere in a text, without regard to case. */
function holdsWords(text: string, words: string): boolean {
  const lower = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => lower.includes(word));
}

/** Those that hold every word, first those whose name begins with what was typed. */
function matching(list: readonly Found[], words: string): Found[] {
  const typed = words.trim().toLowerCase();
  const hits = list.filter(({ name, detail, to }) => holdsWords(`${name} ${detail} ${to ?? ''}`, words));
  const begins = ({ name }: Found): boolean => name.toLowerCase().startsWith(typed);
  return [...hits.filter(begins), ...hits.filter((one) => !begins(one))];
}

/** Pages, people (where a module offers them and the person may read them) and settings that match the words. */
export function usePalette(words: string): { found: Found[]; pending: boolean } {
  const t = useT('kit');
  const [language, setLanguage] = useLanguage();
  const can = useCan();
  const menu = useStored('menu');
  const { people, pending } = usePeople(useDeferredValue(words.trim()));
  const found = useMemo(() => {
    const pages: Found[] = [{ code: 'home', name: t('frame.home'), route: '/home', above: [] }, ...pagesWithTabs(menu)].map(
      ({ code, name, route, above }) => ({ key: `page ${code}`, group: 'pages', name, detail: above.join(' / '), to: route }),
    );
    const views = pagesWithTabs(menu).flatMap((page) => viewsOf(page, language));
    const actions = newEntries(can, language).map(({ code, name, page, to }): Found => ({
      key: `action ${code}`,
      group: 'actions',
      name,
      detail: page,
      to,
    }));
    const themes = (['light', 'dark', 'system'] as const).map((value): Found => ({
      key: `theme ${value}`,
      group: 'settings',
      name: t(value === 'light' ? 'frame.themeLight' : value === 'dark' ? 'frame.themeDark' : 'frame.themeSystem'),
      detail: t('frame.theme'),
      run: () => store.set('theme', value),
    }));
    const tongues = languages.map((value: Language): Found => ({
      key: `language ${value}`,
      group: 'settings',
      name: languageNames[value],
      detail: t('frame.language'),
      run: () => void setLanguage(value),
    }));
    const densities = (['small', 'middle', 'large'] as const).map((value): Found => ({
      key: `density ${value}`,
      group: 'settings',
      name: t(value === 'small' ? 'frame.densitySmall' : value === 'middle' ? 'frame.densityMiddle' : 'frame.densityLarge'),
      detail: t('frame.density'),
      run: () => store.set('density', value),
    }));
    const own = (['account', 'sessions', 'password', 'factors', 'help'] as const).map((dialog): Found => ({
      key: `own ${dialog}`,
      group: 'settings',
      name: t(ownNames[dialog]),
      detail: t('frame.own'),
      run: () => showProfile(dialog),
    }));
    const out: Found = {
      key: 'own out',
      group: 'settings',
      name: t('frame.signOut'),
      detail: t('frame.own'),
      run: () => void leaveConsole(),
    };
    const hits = (list: Found[]): Found[] => matching(list, words);
    return [
      ...hits(pages),
      ...(words.trim() ? [...hits(views), ...hits(actions)] : []),
      ...people,
      ...(words.trim() ? hits([...themes, ...tongues, ...densities, ...own, out]) : []),
    ];
  }, [menu, people, words, t, can, language, setLanguage]);
  return { found, pending };
}

/** Every granted page with the tabs in it: `System / Administrators / Members`. What is shown for a chosen object alone is left out. */
function pagesWithTabs(menu: readonly MenuNode[]): ReturnType<typeof pagesOf> {
  return pagesOf(menu).filter(({ route }) => isPage(route) && pageAt(route)?.shownWith === undefined && !route.includes(':'));
}

/** Parts of a page that have no path of their own. */
const viewsOf = ({ name, route, above }: ReturnType<typeof pagesOf>[number], language: Language): Found[] =>
  (pageAt(route)?.views ?? []).map(({ query, title }) => ({
    key: `view ${route}${query}`,
    group: 'pages',
    name: pick(title, language),
    detail: [...above, name].join(' / '),
    to: `${route}${query}`,
  }));

const nobody: Found[] = [];

function usePeople(text: string): { people: Found[]; pending: boolean } {
  const can = useCan();
  const searches = use(PeopleSearches).filter(({ code }) => can(code));
  const query = useQuery({
    queryKey: ['palette', 'people', text],
    enabled: text.length > 0 && searches.length > 0,
    queryFn: async ({ signal }) =>
      (
        await Promise.all(
          // What one can't answer is no reason to show nothing of the others.
          searches.map(async ({ of = 'people', find }) => (await find(text, signal).catch(() => [])).map((one) => ({ ...one, of }))),
        )
      ).flat(),
  });
  const people = useMemo(
    () => query.data?.map(({ id, of, name, detail, to }): Found => ({ key: `${of} ${id}`, group: of, name, detail, to })) ?? nobody,
    [query.data],
  );
  return { people: text ? people : nobody, pending: query.isFetching };
}
