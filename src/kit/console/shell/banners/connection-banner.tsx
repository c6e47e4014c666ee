import { CloudSyncOutlined } from '@ant-design/icons';
import { useEffect, useState, type ReactElement } from 'react';
import { useT } from '../../i18n/use-t.ts';
import { useLiveConnection } from '../live/live.ts';

/** Milliseconds for which a connection may be away before somebody is told: a restart of the server takes about as long. */
const patience = 4_000;

/** Banner while the server can't be reached: what is on screen may be old, and what is saved now would fail. */
export function ConnectionBanner(): ReactElement | null {
  const t = useT('kit');
  const { lost } = useLiveConnection();
  const [told, setTold] = useState(false);
  useEffect(() => {
    if (!lost) return undefined;
    const timer = setTimeout(() => setTold(true), patience);
    return () => {
      clearTimeout(timer);
      setTold(false);
    };
  }, [lost]);
  if (!told) return null;
  return (
    <p className="wh-offline" role="status">
      <CloudSyncOutlined aria-hidden="true" />
      {t('frame.offline')}
    </p>
  );
}
