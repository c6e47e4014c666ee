import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { versionGet } from '../boot/session-wire.ts';
import { call } from '../call/call.ts';
import { useT } from '../i18n/use-t.ts';

/** Keys, the description of the interface, and which version this is. */
export function HelpText(): ReactElement {
  const t = useT('kit');
  const version = useQuery({ queryKey: ['mpVersion'], queryFn: ({ signal }) => call(versionGet, {}, { signal }) });
  const keys = [
    ['Ctrl+K', t('help.palette')],
    ['Ctrl+Shift+← →', t('help.tabs')],
    ['Delete', t('help.closeTab')],
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
      <p>
        <a href="/api/openapi.json" target="_blank" rel="noreferrer">
          {t('help.api')}
        </a>
      </p>
      {version.data && <p>{t('frame.about', { name: version.data.name, version: version.data.version })}</p>}
    </div>
  );
}
