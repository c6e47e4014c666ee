import type { ReactElement } from 'react';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { account } from '../../common/account.contract.ts';
import { QuietHoursInput } from './quiet-hours-input.tsx';
import { CapInput, CommentPolicyInput, PauseInput } from './rule-inputs.tsx';

const F = entityFields(account);
const { managerIds: ManagerIds } = fieldsOf(account.add.input);

/** What is entered of an account; of a new one also its code and its managers. */
export function AccountFields({ isNew }: { isNew: boolean }): ReactElement {
  const t = useT('public-accounts');
  return (
    <>
      <F.name />
      {isNew && <F.code />}
      <F.description />
      <F.type />
      <F.ownerDeptId />
      {isNew && (
        <ManagerIds help={t('form.managersHint')}>
          <EmployeePicker multiple />
        </ManagerIds>
      )}
      <F.category />
      <F.order />
      <F.listed />
      <F.allowMessage />
      <F.allowUnfollow />
      <F.showReads />
      <F.showLikes />
      <F.commentPolicy wide>
        <CommentPolicyInput />
      </F.commentPolicy>
      <F.quietHours wide>
        <QuietHoursInput inherits />
      </F.quietHours>
      <F.cap wide help={t('cap.hint')}>
        <CapInput />
      </F.cap>
      <F.failurePause wide>
        <PauseInput />
      </F.failurePause>
      <F.approveAbove help={t('form.approveHint')} />
      <F.ratePerSecond />
    </>
  );
}
