import { KeyOutlined, SearchOutlined, SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useView } from '#kit/console/page/use-view.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';

const CheckDrawer = later('device-check', async () => (await import('./check-drawer.tsx')).CheckDrawer);
const SettingsDrawer = later('device-settings', async () => (await import('./settings-drawer.tsx')).SettingsDrawer);
const KeysDrawer = later('device-keys', async () => (await import('./keys-drawer.tsx')).KeysDrawer);

type View = 'check' | 'settings' | 'keys';

interface FrameActionsProps {
  check: string;
  settings: string;
  keys?: string;
}

/** Buttons of both pages of devices: what they open stands in the address, so that a code of a refusal can be linked. */
export function FrameActions({ check, settings, keys }: FrameActionsProps): ReactElement {
  const [view, show] = useView<View>(['ref', 'settings']);
  const ref = useSearchParams()[0].get('ref') ?? '';
  const opens = (code: string, requested: View, icon: ReactNode): ReactElement => (
    <Permit code={code}>
      {(name) => (
        <Button icon={icon} onClick={() => show(requested)}>
          {name}
        </Button>
      )}
    </Permit>
  );
  const close = (): void => show(undefined);
  return (
    <>
      {opens(check, 'check', <SearchOutlined aria-hidden="true" />)}
      {keys !== undefined && opens(keys, 'keys', <KeyOutlined aria-hidden="true" />)}
      {opens(settings, 'settings', <SettingOutlined aria-hidden="true" />)}
      {view === 'check' && <CheckDrawer key={ref} onClose={close} />}
      {view === 'settings' && <SettingsDrawer onClose={close} />}
      {view === 'keys' && <KeysDrawer onClose={close} />}
    </>
  );
}
