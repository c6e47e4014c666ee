import { Alert, Form, Modal, Radio } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useOff } from '#kit/console/action/off-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { idsOf } from '#kit/console/pickers/picked.ts';
import { CrowdPicker, DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { belongsSave } from '../../common/special.contract.ts';
import { memberKinds, type ListMemberKind } from '../../common/words.ts';
import { agreedTo, ChosenImpact, type Requested } from '../components/rule-impact.tsx';
import { SeeAsButton } from '../insight/see-as-button.tsx';
import { specialReadings } from './special-readings.ts';

const pickers = { employee: EmployeePicker, department: DepartmentPicker, crowd: CrowdPicker } as const;

/** Puts people, departments and crowds under a rule. */
export function AssignBelongs({ roleId, onClose }: { roleId: string; onClose: () => void }): ReactElement {
  const off = useOff();
  const t = useT('contacts');
  const kit = useT('kit');
  const id = useId();
  const { name } = useActionName(belongsSave);
  const [kind, setKind] = useState<ListMemberKind>('employee');
  const [ids, setIds] = useState<readonly string[]>([]);
  const { save, saving, issues } = useSave(belongsSave, { invalidates: specialReadings, onSaved: onClose });
  const parties = ids.map((one) => ({ kind, id: one }));
  const Picker = pickers[kind];
  const request: Requested = { kind: 'special', roleId, belongsAdd: parties };
  return (
    <Modal
      open
      title={name}
      okText={name}
      cancelText={kit('form.cancel')}
      okButtonProps={{ ...off(ids.length === 0 && 'choice'), loading: saving }}
      onOk={() => void save({ roleId, parties, ...agreedTo(request) })}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('field.kind')}>
          <Radio.Group
            value={kind}
            options={memberKinds.map((value) => ({ value, label: t(`belongs.kind.${value}`) }))}
            onChange={(event) => {
              // Who was chosen is of another kind.
              setIds([]);
              setKind(memberKinds.find((one) => one === event.target.value) ?? 'employee');
            }}
          />
        </Form.Item>
        <Form.Item label={t('member.filter.name')} htmlFor={id} extra={kind === 'department' ? t('special.below') : undefined}>
          <Picker key={kind} id={id} multiple value={ids} onChange={(value) => setIds(idsOf(value))} />
        </Form.Item>
      </Form>
      {issues.length > 0 && <Alert type="error" role="alert" title={issues.map(({ message }) => message).join(' ')} />}
      {ids.length > 0 && (
        <>
          <ChosenImpact request={request} />
          <SeeAsButton request={request} />
        </>
      )}
    </Modal>
  );
}
