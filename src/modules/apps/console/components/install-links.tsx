import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { linkAdd, linkList, linkRevoke } from '../../common/release.contract.ts';
import '../apps.css';

/** Install links of an app or a version, each with its QR code. */
export function InstallLinks({ appId, versionId }: { appId: string; versionId?: string }): ReactElement {
  const t = useT('apps');
  const [language] = useLanguage();
  const of = { appId, ...(versionId !== undefined && { versionId }) };
  const { data } = useRead(linkList, of);
  const list = data?.list ?? [];
  return (
    <section aria-label={t('link.title')}>
      <h3>{t('link.title')}</h3>
      <div className="apps-bar">
        <ActionButton endpoint={linkAdd} input={of} called={t('link.add')} invalidates={[linkList]} />
      </div>
      {list.length === 0 && <p>{t('link.none')}</p>}
      {list.map((link) => (
        <article key={link.id} className="apps-package">
          <header>
            <a href={link.address} target="_blank" rel="noreferrer">
              {link.address}
            </a>
            {link.revokedAt === null ? (
              <ActionButton
                size="small"
                endpoint={linkRevoke}
                input={{ id: link.id }}
                confirm="ask"
                called={t('link.revoke')}
                invalidates={[linkList]}
              />
            ) : (
              <span>{t('link.ended')}</span>
            )}
          </header>
          <span>{t('link.until', { at: timeText(link.until, language), count: link.installs })}</span>
          {link.revokedAt === null && (
            <img className="apps-qr" alt={t('install.qr')} src={`data:image/svg+xml;utf8,${encodeURIComponent(link.qr)}`} />
          )}
        </article>
      ))}
    </section>
  );
}
