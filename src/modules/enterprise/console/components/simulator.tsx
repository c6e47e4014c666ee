import { Alert, Button, Form, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import { platforms } from '#kit/common/client/platforms.ts';
import type { Reply } from '#kit/common/contract.ts';
import { EntityForm } from '#kit/console/form/entity-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { limitSimulate, simulateRequest, type SimulatedAnswer } from '../../common/simulate.contract.ts';
import { simulateSubject } from '../subjects.ts';
import './enterprise.css';
import { NumberSelect } from './number-choices.tsx';

const F = fieldsOf(simulateRequest);
type Answered = Reply<typeof limitSimulate>;

/** Asks the limits what they would say to somebody, and which rule decides. */
export function Simulator({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('enterprise');
  const [form] = Form.useForm<FormValues>();
  const [answered, setAnswered] = useState<Answered>();
  const { save, saving, issues } = useSave(limitSimulate, { message: null, onSaved: setAnswered });
  const submit = async (): Promise<void> => {
    const values: FormValues = form.getFieldsValue(true);
    const request = simulateRequest.safeParse({ ...values, address: values['address'] ?? '' });
    if (request.success) await save(request.data);
  };
  return (
    <SubjectContext value={simulateSubject}>
      <Modal open title={t('simulate')} width={720} footer={null} onCancel={onClose}>
        <EntityForm
          form={form}
          initial={{ action: 'message', platform: 4, address: '' }}
          issues={issues}
          onSubmit={() => void submit()}
          onChange={() => setAnswered(undefined)}
        >
          <F.from>
            <EmployeePicker />
          </F.from>
          <F.to help={t('simulate.toHelp')}>
            <EmployeePicker />
          </F.to>
          <F.action />
          <F.platform>
            <NumberSelect options={platforms.map((value) => ({ value, label: t(`platform.${value}`) }))} />
          </F.platform>
          <F.address help={t('simulate.addressHelp')} />
          <F.at as="time" help={t('simulate.atHelp')} />
          <F.existing />
        </EntityForm>
        <Button type="primary" loading={saving} onClick={() => form.submit()}>
          {t('simulate')}
        </Button>
        {answered && <Answer answered={answered} />}
      </Modal>
    </SubjectContext>
  );
}

function Answer({ answered }: { answered: Answered }): ReactElement {
  const t = useT('enterprise');
  return (
    <div className="enterprise-answer">
      <Alert
        role="status"
        showIcon
        type={answered.verdict ? 'success' : 'warning'}
        title={t(answered.verdict ? 'simulate.allowed' : 'simulate.refused')}
        description={
          <ul className="enterprise-answers">
            {answered.answers.map((one) => (
              <li key={one.question}>
                <strong>{t(`simulate.question.${one.question}`)}</strong>
                <span>{t(one.allowed ? 'simulate.allowed' : 'simulate.refused')}</span>
                <span>{t(`simulate.by.${one.by}`, factsOf(one))}</span>
                {one.wouldRefuse && <span>{t('simulate.wouldRefuse')}</span>}
              </li>
            ))}
          </ul>
        }
      />
    </div>
  );
}

const factsOf = ({ rule, priority }: SimulatedAnswer): { name: string; priority: number } => ({
  name: rule?.name ?? '',
  priority: priority ?? 0,
});
