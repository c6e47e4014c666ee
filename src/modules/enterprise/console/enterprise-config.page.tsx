import { ExperimentOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { contactLimitPage, enterpriseConfig, segmentLimitPage } from '../common/permissions.ts';

const Simulator = later('limit-simulator', async () => (await import('./components/simulator.tsx')).Simulator);

/** The enterprise's own rules: the frame of limits and file rules, with their simulator. */
export default function EnterpriseConfigPage(): ReactElement {
  const t = useT('enterprise');
  const title = useCodeName(enterpriseConfig.code);
  const [trying, setTrying] = useState(false);
  const simulate = (
    <Permit code={[segmentLimitPage.button.simulate, contactLimitPage.button.simulate]}>
      {(name) => (
        <Button icon={<ExperimentOutlined aria-hidden="true" />} onClick={() => setTrying(true)}>
          {name}
        </Button>
      )}
    </Permit>
  );
  return (
    <>
      <PageHeader title={title} help={t('enterprise.help')} actions={simulate} />
      <NestedTabs page={enterpriseConfig.code.replaceAll('_', '-')} />
      {trying && <Simulator onClose={() => setTrying(false)} />}
    </>
  );
}
