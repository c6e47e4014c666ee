import { ExperimentOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { useView } from '#kit/console/page/use-view.ts';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { mdmAuth } from '../common/permissions.ts';

const Simulator = later('file-simulator', async () => (await import('./components/simulator.tsx')).Simulator);

/** Device roles: the frame with the simulator. */
export default function AuthPage(): ReactElement {
  const t = useT('file-security');
  const title = useCodeName(mdmAuth.code);
  const [open, setOpen] = useView<'simulate'>();
  return (
    <>
      <PageHeader
        title={title}
        help={t('auth.help')}
        actions={
          <Permit code={mdmAuth.button.simulate}>
            {(name) => (
              <Button icon={<ExperimentOutlined aria-hidden="true" />} onClick={() => setOpen('simulate')}>
                {name}
              </Button>
            )}
          </Permit>
        }
      />
      <NestedTabs page={mdmAuth.code.replaceAll('_', '-')} />
      {open === 'simulate' && <Simulator onClose={() => setOpen(undefined)} />}
    </>
  );
}
