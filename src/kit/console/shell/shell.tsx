import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { RouterProvider } from 'react-router';
import { kitCatalog } from '#kit/locales/kit-catalog.ts';
import { joinedLoaders } from '#kit/common/catalogs.ts';
import { currentLanguage, ensureCatalog, onLanguage, registerCatalog } from '../i18n/i18n.ts';
import type { ConsoleModule } from '../routes/page-route.ts';
import { setModules } from '../routes/page-table.ts';
import { loadAntdLocale } from '../theme/antd-locale.ts';
import { useCallMessages } from './call-messages.tsx';
import { createRouter } from './create-router.tsx';
import { beginInFirstField } from './first-field.ts';
import { giveFocusBack } from './focus-back.ts';
import { FrameTools, PeopleSearches } from './frame-tools.ts';
import { connectLive } from './live/live.ts';
import { queryClient } from './query-client.ts';
import { offerReopening } from './reopen.ts';
import { restoreTabs } from './tabs/tabs-store.ts';
import { UiProvider } from './ui-provider.tsx';
import { useVersionNotice } from './version-notice.tsx';

interface ShellProps {
  modules: readonly ConsoleModule[];
  /** Stands in the header before the bell: the tray of jobs. */
  tools?: ReactNode;
}

/** Lists the modules and loads what the frame's first drawing needs: the kit's whole texts and the component library's language. */
export async function prepareShell(modules: readonly ConsoleModule[]): Promise<void> {
  setModules(modules);
  registerCatalog('kit', kitCatalog);
  for (const [name, all] of Map.groupBy(modules, (module) => module.name))
    registerCatalog(name, joinedLoaders(all.map(({ catalogs }) => catalogs)));
  await Promise.all([ensureCatalog('kit'), loadAntdLocale(currentLanguage())]);
}

/** The frame with everything around its pages. Mounted once for a person; hidden, not unmounted, while a sign-in is asked for. */
export function Shell({ modules, tools }: ShellProps): ReactElement {
  const [people] = useState(() => modules.flatMap(({ people: own, finds = [] }) => [...(own ? [own] : []), ...finds]));
  return (
    <QueryClientProvider client={queryClient}>
      <UiProvider>
        <FrameTools value={tools}>
          <PeopleSearches value={people}>
            <Connected />
          </PeopleSearches>
        </FrameTools>
      </UiProvider>
    </QueryClientProvider>
  );
}

function Connected(): ReactElement {
  const [router] = useState(() => {
    restoreTabs();
    return createRouter();
  });
  const [go] = useState(() => (address: string) => void router.navigate(address));
  useCallMessages(go);
  useVersionNotice();
  useEffect(connectLive, []);
  useEffect(giveFocusBack, []);
  useEffect(beginInFirstField, []);
  useEffect(() => offerReopening(() => retire(router)), [router]);
  // What the server answers in words (names, titles) is read again in the new language.
  useEffect(() => onLanguage(() => void queryClient.invalidateQueries()), []);
  // A page is drawn once its chunk is here, and then in one go: in the slices of a transition it only came later.
  return <RouterProvider router={router} useTransitions={false} />;
}

/** Ends a router for good: a reply that still comes to one of its pages, and would go on to the next, moves nothing any more. */
function retire(router: ReturnType<typeof createRouter>): void {
  router.dispose();
  router.navigate = () => Promise.resolve();
}
