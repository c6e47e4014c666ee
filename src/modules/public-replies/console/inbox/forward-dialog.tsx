import { Form, Select } from 'antd';
import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { inboxColleagues, messageForward, type UserMessage } from '../../common/inbox/inbox.contract.ts';
import { conversationSubject } from '../subjects.ts';

const F = fieldsOf(messageForward.input);

/** Sends a message on to colleagues of the account. */
export function ForwardDialog({ snoId, message, onClose }: { snoId: string; message: UserMessage; onClose: () => void }): ReactElement {
  const t = useT('public-replies');
  const { data } = useRead(inboxColleagues, { snoId });
  return (
    <SubjectContext value={conversationSubject}>
      <FormDialog
        endpoint={messageForward}
        initial={{ empIds: [], comment: '' }}
        input={(values) => ({ id: message.id, empIds: values['empIds'] as string[], comment: String(values['comment'] ?? '') })}
        onClose={onClose}
      >
        <blockquote className="rep-quote">{message.text}</blockquote>
        <Form.Item name="empIds" label={t('userConversation.forwardTo')} rules={[{ required: true, type: 'array', min: 1, max: 20 }]}>
          <Select<string[]>
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            loading={data === undefined}
            options={(data?.list ?? []).map(({ id, name, departmentName }) => ({ value: id, label: `${name} (${departmentName})` }))}
          />
        </Form.Item>
        <F.comment />
      </FormDialog>
    </SubjectContext>
  );
}
