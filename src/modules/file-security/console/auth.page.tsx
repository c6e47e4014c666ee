import { ExperimentOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
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
  const [search, setSearch] = useSearchParams();
  const setOpen = (open: boolean): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('view');
        if (open) next.set('view', 'simulate');
        return next;
      },
      { preventScrollReset: true },
    );
  return (
    <>
      <PageHeader
        title={title}
        help={t('auth.help')}
        actions={
          <Permit code={mdmAuth.button.simulate}>
            {(name) => (
              <Button icon={<ExperimentOutlined aria-hidden="true" />} onClick={() => setOpen(true)}>
                {name}
              </Button>
            )}
          </Permit>
        }
      />
      <NestedTabs page={mdmAuth.code.replaceAll('_', '-')} />
      {search.get('view') === 'simulate' && <Simulator onClose={() => setOpen(false)} />}
    </>
  );
}
