import { Switch } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useUtc } from './use-utc.ts';

/** Times in the administrator's zone, or in UTC: kept for every log. */
export function UtcSwitch(): ReactElement {
  const t = useT('logs');
  const [on, set] = useUtc();
  return (
    <label className="wl-utc">
      <Switch size="small" checked={on} onChange={set} /> {t('operation.utc')}
    </label>
  );
}
