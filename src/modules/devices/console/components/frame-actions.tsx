import { KeyOutlined, SearchOutlined, SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';

const CheckDrawer = later('device-check', async () => (await import('./check-drawer.tsx')).CheckDrawer);
const SettingsDrawer = later('device-settings', async () => (await import('./settings-drawer.tsx')).SettingsDrawer);
const KeysDrawer = later('device-keys', async () => (await import('./keys-drawer.tsx')).KeysDrawer);

interface FrameActionsProps {
  check: string;
  settings: string;
  keys?: string;
}

/** Buttons of both pages of devices: what they open stands in the address, so that a code of a refusal can be linked. */
export function FrameActions({ check, settings, keys }: FrameActionsProps): ReactElement {
  const [search, setSearch] = useSearchParams();
  const view = search.get('view');
  const show = (wished: string | null): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const name of ['view', 'ref', 'settings']) next.delete(name);
        if (wished !== null) next.set('view', wished);
        return next;
      },
      { preventScrollReset: true },
    );
  const opens = (code: string, wished: string, icon: ReactNode): ReactElement => (
    <Permit code={code}>
      {(name) => (
        <Button icon={icon} onClick={() => show(wished)}>
          {name}
        </Button>
      )}
    </Permit>
  );
  const close = (): void => show(null);
  return (
    <>
      {opens(check, 'check', <SearchOutlined aria-hidden="true" />)}
      {keys !== undefined && opens(keys, 'keys', <KeyOutlined aria-hidden="true" />)}
      {opens(settings, 'settings', <SettingOutlined aria-hidden="true" />)}
      {view === 'check' && <CheckDrawer key={search.get('ref') ?? ''} onClose={close} />}
      {view === 'settings' && <SettingsDrawer onClose={close} />}
      {view === 'keys' && <KeysDrawer onClose={close} />}
    </>
  );
}
