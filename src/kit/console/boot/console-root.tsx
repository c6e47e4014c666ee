import { Activity, useEffect, type ReactElement } from 'react';
import { onLanguage } from '../i18n/i18n.ts';
import { useT } from '../i18n/use-t.ts';
import { LoginApp } from '../login/login-app.tsx';
import { store } from '../store/store.ts';
import { Wheel } from '../theme/wheel.tsx';
import { start } from './enter.ts';
import { loadedFrame } from './frame-chunk.ts';
import { useMode } from './mode.ts';
import { loadGrants } from './session.ts';

/** The whole console: the login, or the frame; the frame of the same person stays mounted behind the login. */
export function ConsoleRoot(): ReactElement {
  const { screen, frameOf } = useMode();
  const Frame = loadedFrame();
  useEffect(() => {
    if (screen === 'starting') void start();
    // Only the first drawing starts a session; a retry does so by itself.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, []);
  // Names of pages and buttons come from the server in the reader's language.
  useEffect(() => onLanguage(() => void (store.get('accessToken') && loadGrants().catch(() => undefined))), []);
  return (
    <>
      {frameOf !== undefined && Frame && (
        <Activity mode={screen === 'frame' ? 'visible' : 'hidden'}>
          <Frame key={frameOf} />
        </Activity>
      )}
      {screen === 'login' && <LoginApp />}
      {screen === 'starting' && <Splash />}
      {screen === 'unreachable' && <Unreachable />}
    </>
  );
}

function Splash(): ReactElement {
  const t = useT('kit');
  return (
    <main className="wh-splash" aria-busy="true">
      <Wheel size={56} />
      <span className="wh-hidden" role="status">
        {t('boot.loading')}
      </span>
    </main>
  );
}

function Unreachable(): ReactElement {
  const t = useT('kit');
  return (
    <main className="wh-splash">
      <h1>{t('boot.unreachable')}</h1>
      <p>{t('boot.unreachableHint')}</p>
      <button type="button" className="wh-button" onClick={() => void start()}>
        {t('boot.retry')}
      </button>
    </main>
  );
}
