import { Form, Input, Modal, Segmented, Select, Tag } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { platformNames, platforms, type Platform } from '#kit/common/client/platforms.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { refusalLookup, sendCheck } from '../../common/message.contract.ts';
import './messaging.css';

/** May X write to Y, step by step; or what stands behind the word that a terminal showed. */
export function CheckDialog({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('messaging');
  const [part, setPart] = useState<'pair' | 'ref'>('pair');
  return (
    <Modal open title={t('check.title')} width={720} footer={null} onCancel={onClose}>
      <Segmented<'pair' | 'ref'>
        aria-label={t('check.title')}
        value={part}
        options={[
          { value: 'pair', label: t('check.pair') },
          { value: 'ref', label: t('check.ref') },
        ]}
        onChange={setPart}
      />
      {part === 'pair' ? <Pair /> : <Behind />}
    </Modal>
  );
}

const tones = { passed: 'success', refused: 'error', notAsked: 'default' } as const;

function Pair(): ReactElement {
  const t = useT('messaging');
  const [from, to, where] = [useId(), useId(), useId()];
  const [pair, setPair] = useState<{ from?: string; to?: string; platform?: Platform }>({});
  const [answer, setAnswer] = useState<Reply<typeof sendCheck>>();
  const { save, saving } = useSave(sendCheck, { message: null, onSaved: setAnswer });
  const choose = (next: typeof pair): void => {
    setPair({ ...pair, ...next });
    setAnswer(undefined);
  };
  const ask = (): void => {
    if (pair.from === undefined || pair.to === undefined) return;
    void save({ from: pair.from, to: pair.to, ...(pair.platform !== undefined && { platform: pair.platform }) });
  };
  return (
    <>
      <Form layout="vertical">
        <Form.Item label={t('check.from')} htmlFor={from}>
          <EmployeePicker id={from} value={pair.from ?? null} onChange={(id) => typeof id === 'string' && choose({ from: id })} />
        </Form.Item>
        <Form.Item label={t('check.to')} htmlFor={to}>
          <EmployeePicker id={to} value={pair.to ?? null} onChange={(id) => typeof id === 'string' && choose({ to: id })} />
        </Form.Item>
        <Form.Item label={t('check.platform')} htmlFor={where}>
          <Select<Platform>
            id={where}
            allowClear
            value={pair.platform ?? null}
            options={platforms.map((value) => ({ value, label: platformNames[value] }))}
            onChange={(value: Platform | undefined) =>
              setPair(({ platform: _before, ...rest }) => ({ ...rest, ...(value !== undefined && { platform: value }) }))
            }
          />
        </Form.Item>
      </Form>
      <OffButton type="primary" loading={saving} off={(pair.from === undefined || pair.to === undefined) && 'nobody'} onClick={ask}>
        {t('check.ask')}
      </OffButton>
      {answer && (
        <>
          <p role="status">
            <Tag color={answer.allowed ? 'success' : 'error'}>{t(answer.allowed ? 'check.allowed' : 'check.refused')}</Tag>
          </p>
          <ol className="im-steps">
            {answer.steps.map(({ name, state, text, rule, code }) => (
              <li key={name}>
                <span>{t(`step.${name}`)}</span>
                <Tag color={tones[state]}>{t(`check.state.${state}`)}</Tag>
                {state === 'refused' && <span>{`${code} ${text}`}</span>}
                {rule !== null && <span>{t('check.rule', { name: rule })}</span>}
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

function Behind(): ReactElement {
  const t = useT('messaging');
  const [language] = useLanguage();
  const id = useId();
  const [ref, setRef] = useState('');
  const [answer, setAnswer] = useState<Reply<typeof refusalLookup>>();
  const { save, saving, issues } = useSave(refusalLookup, { message: null, onSaved: setAnswer });
  return (
    <>
      <Form layout="vertical" onFinish={() => void save({ ref })}>
        <Form.Item
          label={t('check.refLabel')}
          htmlFor={id}
          extra={t('check.refHelp')}
          {...(issues.length > 0 && { validateStatus: 'error' as const, help: issues.map(({ message }) => message).join(' ') })}
        >
          <Input id={id} value={ref} maxLength={12} onChange={({ target }) => setRef(target.value)} />
        </Form.Item>
        <OffButton type="primary" htmlType="submit" loading={saving} off={ref === '' && 'fields'}>
          {t('check.ask')}
        </OffButton>
      </Form>
      {answer && !answer.found && <p role="status">{t('check.noRef')}</p>}
      {answer?.found && (
        <p role="status">
          {t('check.behind', {
            at: answer.at === null ? '' : timeText(answer.at, language),
            from: answer.from,
            to: answer.to,
            step: answer.step === null ? '' : t(`step.${answer.step}`),
            code: answer.code,
          })}
          {answer.rule !== null && ` ${t('check.rule', { name: answer.rule })}`}
        </p>
      )}
    </>
  );
}
