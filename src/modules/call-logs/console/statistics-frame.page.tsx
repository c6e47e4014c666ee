import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useMay } from '#kit/console/action/use-may.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { alarmPersonSave, alarmRule } from '../common/alarm.contract.ts';
import { interfaceStatistics } from '../common/permissions.ts';
import './components/call-logs.css';

const AlarmRules = later('alarm-rules', async () => (await import('./components/alarm-drawers.tsx')).AlarmRules);
const AlarmPersons = later('alarm-persons', async () => (await import('./components/alarm-drawers.tsx')).AlarmPersons);

/** Frame of the call log and the statistics, with the way to alerts. */
export default function StatisticsFramePage(): ReactElement {
  const t = useT('call-logs');
  const title = useCodeName(interfaceStatistics.code);
  const [open, setOpen] = useState<'rules' | 'persons'>();
  return (
    <>
      <PageHeader title={title} help={t('frame.help')} actions={<AlarmButtons onOpen={setOpen} />} />
      <NestedTabs page={interfaceStatistics.code.replaceAll('_', '-')} />
      {open === 'rules' && <AlarmRules onClose={() => setOpen(undefined)} />}
      {open === 'persons' && <AlarmPersons onClose={() => setOpen(undefined)} />}
    </>
  );
}

function AlarmButtons({ onOpen }: { onOpen: (what: 'rules' | 'persons') => void }): ReactElement {
  const t = useT('call-logs');
  const may = useMay();
  const [rules, persons] = [may(alarmRule.add), may(alarmPersonSave)];
  return (
    <>
      {rules && <Button onClick={() => onOpen('rules')}>{t('alarm.rules')}</Button>}
      {persons && <Button onClick={() => onOpen('persons')}>{t('alarm.persons')}</Button>}
    </>
  );
}
