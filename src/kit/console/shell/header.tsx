import { MenuOutlined, SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { use, useMemo, type ReactElement } from 'react';
import { Link } from 'react-router';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { nameOfCode, pageNamed } from '../routes/page-table.ts';
import { useStored } from '../store/store.ts';
import { AlarmBell } from './alarm-bell.tsx';
import { trailTo } from './menu/menu-tree.ts';
import { later } from './later.tsx';
import { ProfileMenu } from './own/profile-menu.tsx';
import { SettingsMenu } from './own/settings-menu.tsx';
import { FrameTools } from './frame-tools.ts';
import { useCurrentPage } from './use-current-page.ts';
import { useHelpKey } from './own/use-help-key.ts';
import { showPalette, usePaletteOpen } from './palette/palette-open.ts';
import { usePaletteKey } from './palette/use-palette-key.ts';

const Palette = later('palette', async () => (await import('./palette/palette.tsx')).Palette);

/** Where one is, the search for pages and people, and what belongs to the person: alarms, jobs, settings, profile. */
export function Header({ onMenu }: { onMenu?: (() => void) | undefined }): ReactElement {
  const t = useT('kit');
  const tools = use(FrameTools);
  const searching = usePaletteOpen();
  usePaletteKey(() => showPalette(true));
  useHelpKey();
  return (
    <header className="wh-header">
      {onMenu && <Button type="text" icon={<MenuOutlined aria-hidden="true" />} aria-label={t('frame.openMenu')} onClick={onMenu} />}
      <Trail />
      <div className="wh-tools">
        <button
          type="button"
          className="wh-search"
          onClick={() => showPalette(true)}
          title={t('frame.searchHint')}
          aria-keyshortcuts="Control+K"
        >
          <SearchOutlined />
          <span>{t('frame.search')}</span>
          <kbd aria-hidden="true">Ctrl K</kbd>
        </button>
        {tools}
        <AlarmBell />
        <SettingsMenu />
        <ProfileMenu />
      </div>
      {searching && <Palette onClose={() => showPalette(false)} />}
    </header>
  );
}

function Trail(): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  const menu = useStored('menu');
  const { name, top } = useCurrentPage();
  const items = useMemo(() => {
    const code = pageNamed(name)?.code;
    const above = code === undefined ? [] : trailTo(menu, code);
    const steps = above.map((node, at) => ({ key: node.code, title: node.name, to: at < above.length - 1 ? node.route : undefined }));
    if (code !== undefined && steps.length === 0) steps.push({ key: code, title: nameOfCode(code, language) ?? code, to: undefined });
    return [{ key: 'home', title: t('frame.home'), to: code === undefined ? undefined : '/home' }, ...steps];
  }, [name, menu, language, t]);
  // Where there is room for one name, it is that of the page, not of the tab in it.
  const page = pageNamed(top)?.code;
  const shortest = items.find(({ key }) => key === page) ?? items.at(-1);
  return (
    <nav className="wh-trail" aria-label={t('frame.here')}>
      <ol>
        {items.map(({ key, title, to }) => (
          <li key={key} data-short={key === shortest?.key}>
            {to ? <Link to={to}>{title}</Link> : <span aria-current={key === items.at(-1)?.key ? 'page' : undefined}>{title}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
