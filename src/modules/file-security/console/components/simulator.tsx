import { Button, Checkbox, Drawer, Input, InputNumber, Select } from 'antd';
import { useId, useState, type ReactElement, type ReactNode } from 'react';
import { platformNames, platforms } from '#kit/common/client/platforms.ts';
import type { Reply } from '#kit/common/contract.ts';
import { useMay } from '#kit/console/action/use-may.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import type { FileCase } from '../../common/case.ts';
import { draftGet, fileSimulate, fileTest } from '../../common/draft.contract.ts';
import { fileActions, fileTypes, levels, kindOf } from '../../common/words.ts';
import { DecisionView } from './decision-view.tsx';
import './file-security.css';

type Answered = Reply<typeof fileSimulate>;
const sets = ['published', 'draft', 'both'] as const;
const empty: Omit<FileCase, 'employeeId'> = {
  action: 'download',
  platform: 2,
  address: '',
  at: null,
  file: { fileId: null, name: 'file.docx', type: 'document', size: 100_000, level: 1 },
  recipientIds: [],
  external: false,
};

/** Asks the rules what they would decide: for a case that is described, or for one that a code names. */
export function Simulator({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('file-security');
  const kit = useT('kit');
  const [draft, setDraft] = useState<Omit<FileCase, 'employeeId'> & { employeeId?: string }>(empty);
  const [set, setSet] = useState<(typeof sets)[number]>('both');
  const [ref, setRef] = useState('');
  const [answered, setAnswered] = useState<Answered>();
  const { save, saving } = useSave(fileSimulate, {
    message: null,
    onSaved: (reply) => {
      setAnswered(reply);
      setDraft(reply.case);
    },
  });
  const change = (part: Partial<FileCase>): void => {
    setDraft({ ...draft, ...part });
    setAnswered(undefined);
  };
  const { employeeId } = draft;
  return (
    <Drawer open title={t('simulate')} size={960} onClose={onClose} closable={{ 'aria-label': kit('form.close') }} className="whk-drawer">
      <div className="fs-panel">
        <div className="fs-bar">
          <Input
            aria-label={t('simulate.field.ref')}
            placeholder={t('decision.codeHelp')}
            maxLength={16}
            value={ref}
            onChange={({ target }) => setRef(target.value.trim())}
          />
          <Button disabled={ref === ''} loading={saving} onClick={() => void save({ ref, set: 'both' })}>
            {t('simulate.byCode')}
          </Button>
        </div>
        <CaseFields value={draft} onChange={change} />
        <div className="fs-bar">
          <Field label={t('simulate.field.set')}>
            {(id) => (
              <Select id={id} value={set} options={sets.map((value) => ({ value, label: t(`simulate.set.${value}`) }))} onChange={setSet} />
            )}
          </Field>
          <Button
            type="primary"
            loading={saving}
            disabled={employeeId === undefined}
            onClick={() => employeeId !== undefined && void save({ case: { ...draft, employeeId }, set })}
          >
            {t('simulate.run')}
          </Button>
        </div>
        {answered && <Answer answered={answered} />}
      </div>
    </Drawer>
  );
}

function Answer({ answered }: { answered: Answered }): ReactElement {
  const t = useT('file-security');
  const may = useMay()(fileTest.add);
  const { save, saving } = useSave(fileTest.add, { invalidates: [draftGet, fileTest.list] });
  const [name, setName] = useState('');
  const decided = answered.published ?? answered.draft;
  return (
    <>
      <div className="fs-two">
        {answered.then && <DecisionView title={t('simulate.then')} decision={answered.then} />}
        {answered.published && <DecisionView title={t('simulate.set.published')} decision={answered.published} />}
        {answered.draft && <DecisionView title={t('simulate.set.draft')} decision={answered.draft} />}
      </div>
      {may && decided && (
        <div className="fs-bar">
          <Input
            aria-label={t('fileTest.field.name')}
            placeholder={t('fileTest.field.name')}
            maxLength={100}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Button
            loading={saving}
            disabled={name.trim() === ''}
            onClick={() => void save({ name: name.trim(), testCase: answered.case, expected: decided.verdict })}
          >
            {t('fileTest.saveCase')}
          </Button>
        </div>
      )}
    </>
  );
}

function Field({ label, help, children }: { label: string; help?: string; children: (id: string) => ReactNode }): ReactElement {
  const id = useId();
  return (
    <div className="fs-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {help !== undefined && <small>{help}</small>}
    </div>
  );
}

interface CaseFieldsProps {
  value: Omit<FileCase, 'employeeId'> & { employeeId?: string };
  onChange: (part: Partial<FileCase>) => void;
}

function CaseFields({ value, onChange }: CaseFieldsProps): ReactElement {
  const t = useT('file-security');
  const { file } = value;
  const sends = kindOf(value.action) === 'send';
  const one = (picked: unknown): string | undefined => (typeof picked === 'string' ? picked : undefined);
  return (
    <div className="fs-fields">
      <Field label={t('simulate.field.employeeId')}>
        {(id) => (
          <EmployeePicker
            id={id}
            value={value.employeeId ?? null}
            onChange={(picked) => {
              const employeeId = one(picked);
              if (employeeId !== undefined) onChange({ employeeId });
            }}
          />
        )}
      </Field>
      <Field label={t('simulate.field.action')}>
        {(id) => (
          <Select
            id={id}
            value={value.action}
            options={fileActions.map((action) => ({ value: action, label: t(`fileRule.actions.${action}`) }))}
            onChange={(action) => onChange({ action })}
          />
        )}
      </Field>
      <Field label={t('simulate.field.platform')}>
        {(id) => (
          <Select
            id={id}
            value={value.platform}
            options={platforms.map((platform) => ({ value: platform, label: platformNames[platform] }))}
            onChange={(platform) => onChange({ platform })}
          />
        )}
      </Field>
      <Field label={t('simulate.field.address')} help={t('simulate.addressHelp')}>
        {(id) => (
          <Input id={id} maxLength={64} value={value.address} onChange={({ target }) => onChange({ address: target.value.trim() })} />
        )}
      </Field>
      <Field label={t('simulate.field.fileName')}>
        {(id) => (
          <Input
            id={id}
            maxLength={255}
            value={file.name}
            onChange={({ target }) => onChange({ file: { ...file, fileId: null, name: target.value || 'file' } })}
          />
        )}
      </Field>
      <Field label={t('simulate.field.fileType')}>
        {(id) => (
          <Select
            id={id}
            value={file.type}
            options={fileTypes.map((type) => ({ value: type, label: t(`fileType.${type}`) }))}
            onChange={(type) => onChange({ file: { ...file, fileId: null, type } })}
          />
        )}
      </Field>
      <Field label={t('simulate.field.fileSize')}>
        {(id) => (
          <InputNumber
            id={id}
            min={0}
            value={file.size}
            onChange={(size) => onChange({ file: { ...file, fileId: null, size: size ?? 0 } })}
          />
        )}
      </Field>
      <Field label={t('simulate.field.fileLevel')}>
        {(id) => (
          <Select
            id={id}
            value={file.level}
            options={levels.map((level) => ({ value: level, label: t(`level.${level}`) }))}
            onChange={(level) => onChange({ file: { ...file, fileId: null, level } })}
          />
        )}
      </Field>
      {sends && (
        <>
          <Field label={t('simulate.field.recipientIds')}>
            {(id) => (
              <EmployeePicker
                id={id}
                multiple
                value={value.recipientIds}
                onChange={(picked) => onChange({ recipientIds: Array.isArray(picked) ? picked : [] })}
              />
            )}
          </Field>
          <Checkbox className="fs-flag" checked={value.external} onChange={({ target }) => onChange({ external: target.checked })}>
            {t('simulate.field.external')}
          </Checkbox>
        </>
      )}
    </div>
  );
}
