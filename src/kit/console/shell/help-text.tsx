import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { versionGet } from '../boot/session-wire.ts';
import { call } from '../call/call.ts';
import { useT } from '../i18n/use-t.ts';
import { helpHash } from '../page/page-header.tsx';
import { isPage } from '../routes/page-table.ts';
import { useStored } from '../store/store.ts';
import { drawn, pagesOf } from './menu/menu-tree.ts';
import { PageLink } from './page-link.tsx';

/** Keys, the help of each page, the description of the interface, and which version this is. */
export function HelpText({ onLeave }: { onLeave: () => void }): ReactElement {
  const t = useT('kit');
  const version = useQuery({ queryKey: ['mpVersion'], queryFn: ({ signal }) => call(versionGet, {}, { signal }) });
  const keys = [
    ['Ctrl+K', t('help.palette')],
    ['?', t('help.help')],
    ['Ctrl+Shift+← →', t('help.tabs')],
    ['Delete', t('help.closeTab')],
    ['↑ ↓', t('help.rows')],
    ['Esc', t('help.close')],
  ];
  return (
    <div className="wh-help">
      <h3>{t('help.keys')}</h3>
      <dl>
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('help.pages')}</h3>
      <PageHelps onLeave={onLeave} />
      <p>
        <a href="/api/openapi.json" target="_blank" rel="noreferrer">
          {t('help.api')}
        </a>
      </p>
      {version.data && <p>{t('frame.about', { name: version.data.name, version: version.data.version })}</p>}
    </div>
  );
}

/** The granted pages by their groups: each opens with what it is for. */
function PageHelps({ onLeave }: { onLeave: () => void }): ReactElement {
  const menu = useStored('menu');
  return (
    <div className="wh-help-pages">
      {drawn(menu, isPage).map((group) => (
        <details key={group.code}>
          <summary>{group.name}</summary>
          <ul>
            {pagesOf([group]).map(({ code, name, route }) => (
              <li key={code} role="presentation" onClick={onLeave}>
                <PageLink to={`${route}${helpHash}`} current={false}>
                  {name}
                </PageLink>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}
