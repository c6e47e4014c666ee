import { useState, type ReactElement } from 'react';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { GroupPicker } from './groups-picker.tsx';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { caseList, caseOpen } from '../../common/case.contract.ts';
import { caseSubject } from '../subjects.ts';

const F = fieldsOf(caseOpen.input);
const dayMillis = 86_400_000;

/** Asks to read: why, whom, which time, for how long. */
export function CaseForm({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('messaging');
  const [today] = useState(() => Math.floor(Date.now() / dayMillis) * dayMillis);
  const initial = {
    kind: 'investigation',
    reason: '',
    people: [],
    pairsOnly: true,
    groupIds: [],
    from: today - 7 * dayMillis,
    to: today + dayMillis,
    days: 7,
  };
  return (
    <DrawerForm
      endpoint={caseOpen}
      subject={caseSubject}
      title={t('case.request')}
      initial={initial}
      invalidates={[caseList]}
      onSaved={onClose}
      onClose={onClose}
    >
      <F.kind />
      <F.reason help={t('case.reasonHelp')} />
      <F.people help={t('case.peopleHelp')}>
        <EmployeePicker multiple />
      </F.people>
      <F.pairsOnly help={t('case.pairsHelp')} />
      <F.groupIds help={t('case.groupsHelp')}>
        <GroupPicker multiple />
      </F.groupIds>
      <F.from as="time" />
      <F.to as="time" />
      <F.days help={t('case.daysHelp')} />
    </DrawerForm>
  );
}
