import { Form, Radio, Select, Switch } from 'antd';
import type { ReactElement } from 'react';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import type { CommentPolicy } from '#modules/public-accounts/common/account.contract.ts';
import { commentModes } from '#modules/public-accounts/common/words.ts';
import { commentList, commentPolicySave } from '../../common/comment.contract.ts';
import { readStat } from '../../common/reader.contract.ts';
import { commentSubject } from '../subjects.ts';

const F = fieldsOf(commentPolicySave.input);

/** Who may comment on a push, and which comments are shown at once. */
export function PolicyDialog({ pushId, policy, onClose }: { pushId: string; policy: CommentPolicy; onClose: () => void }): ReactElement {
  const t = useT('public-fans');
  return (
    <SubjectContext value={commentSubject}>
      <FormDialog
        endpoint={commentPolicySave}
        title={t('comment.policyTitle')}
        initial={{ pushId, ...policy }}
        invalidates={[readStat, commentList]}
        onClose={onClose}
      >
        <Form.Item name="mode" label={t('comment.mode')}>
          <Select options={commentModes.map((value) => ({ value, label: t(`comment.mode.${value}`) }))} />
        </Form.Item>
        <Form.Item name="who" label={t('comment.who')}>
          <Radio.Group options={(['fans', 'audience'] as const).map((value) => ({ value, label: t(`comment.who.${value}`) }))} />
        </Form.Item>
        <F.closeAfterDays />
        <Form.Item name="anonymousName" label={t('comment.anonymousName')} valuePropName="checked">
          <Switch />
        </Form.Item>
      </FormDialog>
    </SubjectContext>
  );
}
