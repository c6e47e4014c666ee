import { SafetyCertificateOutlined, SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { contactAuth } from '../common/permissions.ts';
import { CheckButton } from './components/check-button.tsx';
import { SeeAsAtAddress, SeeAsButton } from './insight/see-as-button.tsx';

const ConfigDrawer = later('contact-config', async () => (await import('./components/config-drawer.tsx')).ConfigDrawer);
const WhiteDrawer = later('contact-white', async () => (await import('./components/white-drawer.tsx')).WhiteDrawer);

/** Who sees whom in the directory: the frame of contact roles, with its settings and its white list. */
export default function ContactAuthPage(): ReactElement {
  const t = useT('contacts');
  const title = useCodeName(contactAuth.code);
  const [open, setOpen] = useState<'config' | 'white'>();
  const close = (): void => setOpen(undefined);
  return (
    <>
      <PageHeader
        title={title}
        help={t('contactAuth.help')}
        actions={
          <>
            <Permit code={contactAuth.button.config}>
              {(name) => (
                <Button icon={<SettingOutlined aria-hidden="true" />} onClick={() => setOpen('config')}>
                  {name}
                </Button>
              )}
            </Permit>
            <Permit code={contactAuth.button.whitelist}>
              {(name) => (
                <Button icon={<SafetyCertificateOutlined aria-hidden="true" />} onClick={() => setOpen('white')}>
                  {name}
                </Button>
              )}
            </Permit>
            <SeeAsButton code={contactAuth.button.preview} />
            <CheckButton code={contactAuth.button.check} />
          </>
        }
      />
      <NestedTabs page={contactAuth.code.replaceAll('_', '-')} />
      <SeeAsAtAddress />
      {open === 'config' && <ConfigDrawer onClose={close} />}
      {open === 'white' && <WhiteDrawer onClose={close} />}
    </>
  );
}
