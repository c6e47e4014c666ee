import { Drawer, Input, Select } from 'antd';
import { useEffect, useEffectEvent, useRef, useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { FileCase } from '../../common/case.ts';
import { draftGet, fileSimulate, fileTest } from '../../common/draft.contract.ts';
import { verdicts, type VerdictWord } from '../../common/words.ts';
import { CaseFields } from './case-fields.tsx';
import { DecisionView } from './decision-view.tsx';
import { Field } from './field.tsx';
import './file-security.css';

type Answered = Reply<typeof fileSimulate>;
const sets = ['published', 'draft', 'both'] as const;
const empty: Omit<FileCase, 'employeeId'> = {
  action: 'download',
  platform: 2,
  deviceId: null,
  device: null,
  address: '',
  at: null,
  file: { fileId: null, name: 'file.docx', type: 'document', size: 102_400, level: 1 },
  recipientIds: [],
  external: false,
};

/** A file without a name is called as the empty form calls it. */
const named = (file: FileCase['file']): FileCase['file'] => (file.name.trim() === '' ? { ...file, name: empty.file.name } : file);

interface SimulatorProps {
  /** What it begins with: a case, or the code of a decision. */
  begins?: { case?: FileCase; ref?: string };
  onClose: () => void;
}

/** Asks the rules what they would decide: for a case that is described, or for one that a code names. */
export function Simulator({ begins = {}, onClose }: SimulatorProps): ReactElement {
  const t = useT('file-security');
  const kit = useT('kit');
  const [draft, setDraft] = useState<Omit<FileCase, 'employeeId'> & { employeeId?: string }>(begins.case ?? empty);
  const [set, setSet] = useState<(typeof sets)[number]>('both');
  const [ref, setRef] = useState(begins.ref ?? '');
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
  // What was opened for a case or a code is decided without another click.
  const begun = useRef(false);
  const begin = useEffectEvent(() => {
    // A page that is shown again runs its effects again.
    if (begun.current) return;
    begun.current = true;
    if (begins.case) void save({ case: begins.case, set });
    else if (begins.ref !== undefined) void save({ ref: begins.ref, set: 'both' });
  });
  useEffect(() => begin(), []);
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
          <OffButton off={ref === '' && 'fields'} loading={saving} onClick={() => void save({ ref, set: 'both' })}>
            {t('simulate.byCode')}
          </OffButton>
        </div>
        <CaseFields value={draft} onChange={change} />
        <div className="fs-bar">
          <Field label={t('field.version')}>
            {(id) => (
              <Select id={id} value={set} options={sets.map((value) => ({ value, label: t(`simulate.set.${value}`) }))} onChange={setSet} />
            )}
          </Field>
          <OffButton
            type="primary"
            loading={saving}
            off={employeeId === undefined && 'nobody'}
            onClick={() => employeeId !== undefined && void save({ case: { ...draft, employeeId, file: named(draft.file) }, set })}
          >
            {t('simulate.run')}
          </OffButton>
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
  const [chosen, setChosen] = useState<{ of: Answered; expected: VerdictWord }>();
  // Tests run on what is about to be published: what the draft decides is expected, unless somebody says otherwise of this very answer.
  const decided = answered.draft ?? answered.published;
  const expected = chosen?.of === answered ? chosen.expected : decided?.verdict;
  return (
    <>
      <div className="fs-two">
        {answered.earlier && <DecisionView title={t('simulate.then')} decision={answered.earlier} />}
        {answered.published && <DecisionView title={t('simulate.set.published')} decision={answered.published} />}
        {answered.draft && <DecisionView title={t('simulate.set.draft')} decision={answered.draft} />}
      </div>
      {may && expected && (
        <div className="fs-bar">
          <Select
            aria-label={t('fileTest.field.expected')}
            value={expected}
            options={verdicts.map((value) => ({ value, label: t(`fileTest.expected.${value}`) }))}
            onChange={(value) => setChosen({ of: answered, expected: value })}
            popupMatchSelectWidth={false}
          />
          <Input
            aria-label={t('member.filter.name')}
            placeholder={t('member.filter.name')}
            maxLength={100}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <OffButton
            loading={saving}
            off={name.trim() === '' && 'name'}
            onClick={() => void save({ name: name.trim(), testCase: answered.case, expected })}
          >
            {t('fileTest.saveCase')}
          </OffButton>
        </div>
      )}
    </>
  );
}
