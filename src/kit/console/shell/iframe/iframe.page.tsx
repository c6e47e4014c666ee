import { useEffect, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { productConfig } from '../../boot/page-meta.ts';
import { useT } from '../../i18n/use-t.ts';
import { store, useStored } from '../../store/store.ts';
import { mayShow } from './iframe-hosts.ts';

/** /iframe: the address that a menu entry of the administrators' own names (`?address=`), else the stored one, inside the shell. The frame may run its own scripts and forms but reaches neither our page nor the top. */
export default function IframePage(): ReactElement {
  const t = useT('kit');
  const stored = useStored('iframe');
  const [search] = useSearchParams();
  const address = search.get('address') ?? stored;
  const shown = address !== '' && mayShow(address, productConfig().iframeHosts, window.location.origin);
  // The page that is open is the one to come back to without an address.
  useEffect(() => {
    if (shown && store.get('iframe') !== address) store.set('iframe', address);
  }, [shown, address]);
  if (!address) return <p className="wh-none">{t('iframe.none')}</p>;
  if (!shown)
    return (
      <p className="wh-none" role="alert">
        {t('iframe.denied', { host: URL.canParse(address) ? new URL(address).host : address })}
      </p>
    );
  return (
    <iframe
      className="wh-iframe"
      title={t('iframe.title')}
      src={address}
      sandbox="allow-scripts allow-forms allow-popups allow-same-origin"
      referrerPolicy="no-referrer"
    />
  );
}
