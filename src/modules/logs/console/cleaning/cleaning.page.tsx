import type { ReactElement } from 'react';
import { useMay } from '#kit/console/action/use-may.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { cleaning } from '../../common/cleaning/cleaning.permissions.ts';
import { clearConfigList } from '../../common/cleaning/clear.contract.ts';
import { UtcSwitch } from '../components/utc-switch.tsx';
import { CleaningHeads } from './cleaning-heads.tsx';
import '../components/logs.css';
import './cleaning.css';

/** How long logs are kept: the frame of retention and records. */
export default function CleaningPage(): ReactElement {
  const t = useT('logs');
  const title = useCodeName(cleaning.code);
  const may = useMay();
  return (
    <>
      <PageHeader title={title} help={t('retention.rowsGo')} actions={<UtcSwitch />} />
      {may(clearConfigList) && <CleaningHeads />}
      <NestedTabs page={cleaning.code.replaceAll('_', '-')} />
    </>
  );
}
