import { Form, Select } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import { contactViewers } from '../../common/insight.contract.ts';
import { deciders, type FieldKey } from '../../common/words.ts';
import { useFieldNames } from '../components/field-names.ts';
import { PersonField } from './person-field.tsx';

interface Asked {
  targetId: string;
  field?: FieldKey;
}

/** How many see somebody, or read a field of them, and by which rule. */
export function CheckViewers(): ReactElement {
  const t = useT('contacts');
  const id = useId();
  const { keys, nameOf } = useFieldNames();
  const [targetId, setTarget] = useState<string>();
  const [field, setField] = useState<FieldKey>();
  const [asked, setAsked] = useState<Asked>();
  return (
    <>
      <p className="contacts-soft">{t('check.viewersHint')}</p>
      <Form layout="vertical">
        <PersonField label={t('check.target')} value={targetId} onChange={setTarget} />
        <Form.Item label={t('conflict.field')} htmlFor={id}>
          <Select<FieldKey>
            id={id}
            allowClear
            placeholder={t('check.anyField')}
            value={field ?? null}
            options={keys.map((key) => ({ value: key, label: nameOf(key) }))}
            onChange={(key?: FieldKey) => setField(key)}
          />
        </Form.Item>
      </Form>
      <OffButton
        type="primary"
        off={targetId === undefined && 'nobody'}
        onClick={() => targetId !== undefined && setAsked({ targetId, ...(field && { field }) })}
      >
        {t('check.ask')}
      </OffButton>
      {asked && <Viewers asked={asked} />}
    </>
  );
}

function Viewers({ asked }: { asked: Asked }): ReactElement {
  const t = useT('contacts');
  const [language] = useLanguage();
  const { data, error, refetch } = useRead(contactViewers, asked);
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm lines={3} />;
  const number = (count: number): string => numberText(count, language);
  const decider = (by: string): string => t(`check.by.${deciders.find((one) => one === by) ?? 'nothing'}`);
  return (
    <div role="status" className="contacts-answer">
      <p>
        <strong>{t('check.seenBy', { count: number(data.count), all: number(data.of) })}</strong>
        {data.estimate && ` ${t('impact.estimate')}`}
      </p>
      <dl>
        {data.byRule.map(({ by, ruleId, ruleName, count }) => (
          <div key={`${by} ${ruleId}`}>
            <dt>{number(count)}</dt>
            <dd>{ruleName === '' ? decider(by) : `${decider(by)}: ${ruleName}`}</dd>
          </div>
        ))}
        {data.sample.length > 0 && (
          <div>
            <dt>{t('check.sample')}</dt>
            <dd>{data.sample.map(({ name }) => name).join(t('range.and'))}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}
