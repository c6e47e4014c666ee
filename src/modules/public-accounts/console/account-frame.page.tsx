import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { recycleBin } from '#modules/recycle-bin/common/permissions.ts';
import { accountFrame } from '../common/permissions.ts';

const PlatformSettings = later('sno-settings', async () => (await import('./setting/platform-settings.tsx')).PlatformSettings);

/** Public accounts: the frame of the list and of one account's settings. */
export default function AccountFramePage(): ReactElement {
  const t = useT('public-accounts');
  const [open, setOpen] = useState(false);
  return (
    <>
      <PageHeader
        title={useCodeName(accountFrame.code)}
        help={t('sno.help')}
        actions={
          <>
            <Permit code={accountFrame.button.settings}>{(name) => <Button onClick={() => setOpen(true)}>{name}</Button>}</Permit>
            <Permit code={recycleBin.code}>{() => <Link to={`${recycleBin.route ?? ''}?kind=sno`}>{t('frame.bin')}</Link>}</Permit>
          </>
        }
      />
      <NestedTabs page={accountFrame.code.replaceAll('_', '-')} />
      {open && <PlatformSettings onClose={() => setOpen(false)} />}
    </>
  );
}
