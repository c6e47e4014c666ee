import '../boot/no-eval.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { loadGrants } from '../boot/session.ts';
import { currentLanguage, ensureCatalog, onLanguage } from '../i18n/i18n.ts';
import { queryClient } from '../shell/query-client.ts';
import { prepareShell } from '../shell/shell.tsx';
import { UiProvider } from '../shell/ui-provider.tsx';
import { followAppearance } from '../theme/appearance.ts';
import '../theme/base.css';
import { galleryModule } from './gallery-module.ts';
import { createGalleryRouter } from './gallery-router.tsx';
import { serveEverything } from './server/everything.ts';
import { enterGallery } from './server/session.ts';
import { startServer } from './server/start-server.ts';

/** The page of the parts: everything that they call is answered in this page. */
async function open(): Promise<void> {
  serveEverything();
  startServer();
  enterGallery();
  followAppearance();
  document.documentElement.lang = currentLanguage().replace('_', '-');
  await prepareShell([galleryModule]);
  await Promise.all([ensureCatalog(galleryModule.name), loadGrants()]);
  // Names of pages and buttons come from the server in the reader's language.
  onLanguage(() => void loadGrants().then(() => queryClient.invalidateQueries()));
  const router = createGalleryRouter();
  createRoot(document.getElementById('root') ?? document.body).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <UiProvider>
          <RouterProvider router={router} />
        </UiProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}

void open();
