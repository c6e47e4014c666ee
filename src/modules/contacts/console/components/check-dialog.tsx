import { SwapOutlined } from '@ant-design/icons';
import { Button, Form, Modal, Tag } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { contactCheck, type PairAnswer } from '../../common/insight.contract.ts';
import './contacts.css';

/** Whether one person sees another, and by which rule. */
export function CheckDialog({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('contacts');
  const kit = useT('kit');
  const [viewerId, setViewer] = useState<string>();
  const [targetId, setTarget] = useState<string>();
  const [answer, setAnswer] = useState<PairAnswer>();
  const { save, saving } = useSave(contactCheck, { message: null, onSaved: ({ list }) => setAnswer(list[0]) });
  const choose = (viewer: string | undefined, target: string | undefined): void => {
    setViewer(viewer);
    setTarget(target);
    setAnswer(undefined);
  };
  return (
    <Modal
      open
      title={t('check.title')}
      width={680}
      okText={t('check.ask')}
      cancelText={kit('form.close')}
      okButtonProps={{ loading: saving, disabled: viewerId === undefined || targetId === undefined }}
      onOk={() => viewerId !== undefined && targetId !== undefined && void save({ pairs: [{ viewerId, targetId }] })}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Who label={t('check.viewer')} value={viewerId} onChange={(id) => choose(id, targetId)} />
        <Who label={t('check.target')} value={targetId} onChange={(id) => choose(viewerId, id)} />
      </Form>
      <Button icon={<SwapOutlined aria-hidden="true" />} onClick={() => choose(targetId, viewerId)}>
        {t('check.swap')}
      </Button>
      {answer && <Answer pair={answer} />}
    </Modal>
  );
}

interface WhoProps {
  label: string;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

function Who({ label, value, onChange }: WhoProps): ReactElement {
  const id = useId();
  return (
    <Form.Item label={label} htmlFor={id}>
      <EmployeePicker id={id} value={value ?? null} onChange={(picked) => onChange(typeof picked === 'string' ? picked : undefined)} />
    </Form.Item>
  );
}

function Answer({ pair }: { pair: PairAnswer }): ReactElement {
  const t = useT('contacts');
  const { why, tree, search, exact, fields, functions, roles, specials } = pair;
  const join = (words: readonly string[]): string => words.join(t('range.and')) || t('check.none');
  const named = (state: 'clear' | 'masked' | 'hidden'): string =>
    join(fields.filter((field) => field.state === state).map(({ name }) => name));
  const lines: readonly (readonly [string, string])[] = [
    [t('check.exact'), join(exact.map((key) => t(`field.${key}`)))],
    [t('check.clear'), named('clear')],
    [t('check.masked'), named('masked')],
    [t('check.hidden'), named('hidden')],
    [t('contactRole.field.functions'), join(functions.map((one) => t(`function.${one}`)))],
    [t('check.roles'), join(roles.map(({ name, tree: gives }) => `${name}: ${t(`check.gives.${gives}`)}`))],
    [t('check.specials'), join(specials.map(({ name, decides }) => (decides ? `${name} (${t('check.decides')})` : name)))],
  ];
  return (
    <div role="status" className="contacts-answer">
      <p>
        <Tag color={tree ? 'green' : 'default'}>{t(tree ? 'check.inTree' : 'check.notInTree')}</Tag>
        <Tag color={search ? 'green' : 'default'}>{t(search ? 'check.found' : 'check.notFound')}</Tag>
      </p>
      <p>
        <strong>{t('check.step', { step: why.step, by: t(`check.by.${why.by}`) })}</strong> {why.ruleName}
      </p>
      <dl>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
