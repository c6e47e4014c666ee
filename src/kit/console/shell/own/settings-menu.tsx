import { SettingOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '../../i18n/use-t.ts';
import { WaitingForm } from '../../states/waiting.tsx';
import { later } from '../later.tsx';

const Preferences = later('preferences', async () => (await import('./preferences.tsx')).Preferences, <WaitingForm lines={3} />);

/** Language, light or dark, density: what a person prefers, on this browser. */
export function SettingsMenu(): ReactElement {
  const t = useT('kit');
  return (
    <Popover content={<Preferences />} trigger="click" placement="bottomRight">
      <Button type="text" icon={<SettingOutlined aria-hidden="true" />} aria-label={t('frame.settings')} />
    </Popover>
  );
}
