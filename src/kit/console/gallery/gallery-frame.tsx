import { Select } from 'antd';
import type { ReactElement } from 'react';
import { NavLink, Outlet, useLocation, useNavigate } from 'react-router';
import { useT } from '../i18n/use-t.ts';
import { useNarrow } from '../page/use-narrow.ts';
import '../shell/frame.css';
import { useCallMessages } from '../shell/call-messages.tsx';
import { Wheel } from '../theme/wheel.tsx';
import './gallery.css';
import { GalleryToolbar } from './gallery-toolbar.tsx';
import { parts } from './parts.ts';
import { useConditions } from './server/conditions.ts';

/** The list of parts, the toolbar, and the part on screen; another condition draws it again. */
export function GalleryFrame(): ReactElement {
  const t = useT('gallery');
  const narrow = useNarrow(900);
  const { pathname } = useLocation();
  const { read } = useConditions();
  useCallMessages();
  const shown = parts.find(({ name }) => pathname === `/${name}` || pathname.startsWith(`/${name}/`));
  return (
    <div className="whg-frame">
      <header className="whg-head">
        <strong>
          <Wheel size={22} /> {t('title')}
        </strong>
        {narrow && <PartChoice shown={shown?.name} />}
        <GalleryToolbar />
      </header>
      {!narrow && (
        <nav className="whg-parts" aria-label={t('parts')}>
          {parts.map(({ name, title }) => (
            <NavLink key={name} to={`/${name}`}>
              {t(title)}
            </NavLink>
          ))}
        </nav>
      )}
      <main className="whg-main" key={read}>
        {shown && <h1>{t(shown.title)}</h1>}
        <Outlet />
      </main>
    </div>
  );
}

/** The list of parts where it has no room. */
function PartChoice({ shown }: { shown: string | undefined }): ReactElement {
  const t = useT('gallery');
  const navigate = useNavigate();
  return (
    <Select
      className="whg-choice"
      aria-label={t('parts')}
      value={shown}
      options={parts.map(({ name, title }) => ({ value: name, label: t(title) }))}
      onChange={(name) => void navigate(`/${name}`)}
    />
  );
}
