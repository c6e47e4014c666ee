import { StrictMode, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import type { CatalogLoaders } from '#kit/common/catalogs.ts';
import { connectCall } from '../call/call-hooks.ts';
import { currentLanguage, ensureCatalog, registerCatalog } from '../i18n/i18n.ts';
import { store } from '../store/store.ts';
import { followAppearance } from '../theme/appearance.ts';
import '../theme/base.css';
import { ConsoleRoot } from './console-root.tsx';
import { holdLoginAddress } from './enter.ts';
import { loadFrame, setFrameLoader } from './frame-chunk.ts';
import { addressOnScreen, isPageAddress, loginPath, rememberedChange, setMode, toLogin } from './mode.ts';
import { pageNonce, productTitle } from './page-meta.ts';
import { forbidCompiling, guardMarkup, nonceStyles } from './trusted-types.ts';

/** The part of the kit's texts that signing in needs; the frame replaces it by the whole. */
const loginCatalog: CatalogLoaders = {
  zh_CN: async () => (await import('#kit/locales/login/zh_CN.ts')).zh_CN,
  en_US: async () => (await import('#kit/locales/login/en_US.ts')).en_US,
  ja_JP: async () => (await import('#kit/locales/login/ja_JP.ts')).ja_JP,
};

/** Starts the console in the page: the login alone, or the frame when a session is stored. `frame` fetches the frame's chunk and texts. */
export async function startConsole(frame: () => Promise<ComponentType>): Promise<void> {
  guardMarkup();
  forbidCompiling();
  nonceStyles(pageNonce());
  followAppearance();
  const container = document.getElementById('root');
  if (!container) throw new Error('The page has no root element');
  document.title = productTitle('tabTitle');
  document.documentElement.lang = currentLanguage().replace('_', '-');
  registerCatalog('kit', loginCatalog);
  setFrameLoader(frame);
  connectCall({ signedOut: (error) => toLogin(error.code) });
  holdLoginAddress();
  if (window.location.pathname === loginPath) setMode({ screen: 'login', changing: rememberedChange() });
  else if (!store.get('accessToken')) toLogin();
  else {
    if (isPageAddress(addressOnScreen())) store.set('currentRoutePath', addressOnScreen());
    // Its failure is seen by start(), which asks again.
    loadFrame().catch(() => undefined);
  }
  await ensureCatalog('kit');
  createRoot(container, { identifierPrefix: 'wh' }).render(
    <StrictMode>
      <ConsoleRoot />
    </StrictMode>,
  );
}
