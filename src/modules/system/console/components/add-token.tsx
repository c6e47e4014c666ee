import { Form, Select, TreeSelect } from 'antd';
import { useState, type ReactElement } from 'react';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { subject } from '#kit/console/page/subject.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { tokenAdd, tokenCodes, tokenDraft, tokenList } from '../../common/token.contract.ts';

const F = fieldsOf(tokenDraft);
const token = subject('system', 'apiToken');
const dayMillis = 86_400_000;

interface AddTokenProps {
  employee?: { id: string; name: string };
  onMade: (token: string) => void;
  onClose: () => void;
}

/** A new token: whose, what of that person's rights, from where and until when. */
export function AddToken({ employee, onMade, onClose }: AddTokenProps): ReactElement {
  const t = useT('system');
  const [expiresAt] = useState(() => Date.now() + 90 * dayMillis);
  return (
    <DrawerForm
      endpoint={tokenAdd}
      subject={token}
      title={t('apiToken.add')}
      initial={{ networks: [], codes: [], stepUps: [], expiresAt, ...(employee && { employeeId: employee.id }) }}
      invalidates={[tokenList]}
      onSaved={(reply) => onMade(reply.token)}
      onClose={onClose}
    >
      <F.name />
      <F.employeeId>
        <EmployeePicker disabled={employee !== undefined} />
      </F.employeeId>
      <Form.Item noStyle shouldUpdate={(one: Typed, other: Typed) => one.employeeId !== other.employeeId}>
        {({ getFieldValue }) => {
          const employeeId: unknown = getFieldValue('employeeId');
          return (
            <F.codes help={t('apiToken.codesHelp')}>
              <CodesInput {...(typeof employeeId === 'string' && { employeeId })} />
            </F.codes>
          );
        }}
      </Form.Item>
      <Form.Item noStyle shouldUpdate={(one: Typed, other: Typed) => one.employeeId !== other.employeeId || one.codes !== other.codes}>
        {({ getFieldValue }) => {
          const [employeeId, codes]: unknown[] = [getFieldValue('employeeId'), getFieldValue('codes')];
          return (
            <F.stepUps help={t('apiToken.stepUpsHelp')}>
              <StepUpsInput {...(typeof employeeId === 'string' && { employeeId })} codes={Array.isArray(codes) ? codes : []} />
            </F.stepUps>
          );
        }}
      </Form.Item>
      <F.networks help={t('apiToken.networksHelp')} />
      <F.expiresAt as="time" help={t('apiToken.expiresHelp')} />
    </DrawerForm>
  );
}

interface Typed {
  employeeId?: unknown;
  codes?: unknown;
}

interface CodesInputProps {
  employeeId?: string;
  id?: string;
  value?: readonly string[];
  onChange?: (value: readonly string[]) => void;
}

function CodesInput({ employeeId, id, value = [], onChange }: CodesInputProps): ReactElement {
  const { data } = useRead(tokenCodes, { employeeId: employeeId ?? '' }, { enabled: employeeId !== undefined });
  return (
    <TreeSelect<string[]>
      {...(id !== undefined && { id })}
      multiple
      treeDefaultExpandAll
      treeDataSimpleMode={{ id: 'value', pId: 'parent' }}
      showSearch={{ treeNodeFilterProp: 'title' }}
      disabled={employeeId === undefined}
      maxTagCount={8}
      value={[...value]}
      treeData={(data?.list ?? []).map((node) => ({
        value: node.code,
        parent: node.parent ?? '',
        title: node.name,
        disabled: node.kind === 'folder',
      }))}
      onChange={(next) => onChange?.(next)}
    />
  );
}

interface StepUpsInputProps extends CodesInputProps {
  codes: readonly unknown[];
}

/** Operations behind the chosen codes that ask for the password again. */
function StepUpsInput({ employeeId, codes, id, value = [], onChange }: StepUpsInputProps): ReactElement {
  const { data } = useRead(tokenCodes, { employeeId: employeeId ?? '' }, { enabled: employeeId !== undefined });
  const offered = (data?.stepUps ?? []).filter((one) => one.codes.some((code) => codes.includes(code)));
  return (
    <Select<string[]>
      {...(id !== undefined && { id })}
      mode="multiple"
      showSearch={{ optionFilterProp: 'label' }}
      disabled={offered.length === 0}
      value={[...value]}
      options={offered.map((one) => ({ value: one.word, label: one.name }))}
      onChange={(next) => onChange?.(next)}
    />
  );
}
