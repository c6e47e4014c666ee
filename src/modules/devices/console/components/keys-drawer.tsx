import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { deviceKeyList } from '../../common/device.contract.ts';
import { SideDrawer } from './side-drawer.tsx';
import './devices.css';

/** The keys that commands are signed with. */
export function KeysDrawer({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('devices');
  const [language] = useLanguage();
  const { data } = useRead(deviceKeyList, {});
  return (
    <SideDrawer title={t('keys.title')} onClose={onClose}>
      <p>{t('keys.help')}</p>
      {data?.list.length === 0 && <p>{t('keys.none')}</p>}
      <ul>
        {data?.list.map(({ kid, madeAt, commands }) => (
          <li key={kid}>
            <code className="devices-proof">{kid}</code> · {timeText(madeAt, language)} · {t('keys.commands', { count: commands })}
          </li>
        ))}
      </ul>
    </SideDrawer>
  );
}
