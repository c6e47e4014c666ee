import { App } from 'antd';
import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext, useWords } from '#kit/console/page/subject.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { Wizard } from '#kit/console/wizard/wizard.tsx';
import type { Reply } from '#kit/common/contract.ts';
import { employeeLeave, leavePreview } from '../../common/life/life.contract.ts';
import { listJobs } from '#kit/common/jobs/job.contract.ts';
import { life } from '../subjects.ts';
import { ChoicesInput, ChoicesRead, choicesIn } from './choices-input.tsx';
import { lifeReadings } from './life-readings.ts';
import { WhenRead } from './when-read.tsx';
import './life.css';

type Preview = Reply<typeof leavePreview>;

const F = fieldsOf(employeeLeave.input);

/** Lets people leave: who and when, what becomes of what they hold, and everything again before it is done. */
export function LeaveView({ ids, onClose }: { ids: readonly string[]; onClose: () => void }): ReactElement {
  const t = useT('user-centre');
  const { data, error, refetch } = useRead(leavePreview, { ids: [...ids] });
  const [only] = data?.people.length === 1 ? data.people : [];
  return (
    <SubjectContext value={life}>
      <PageFrame title={only ? `${t('life.leaveTitle')}: ${only.name}` : t('life.leaveTitle')}>
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <WaitingForm lines={8} />}
        {data && <Steps preview={data} onClose={onClose} />}
      </PageFrame>
    </SubjectContext>
  );
}

/** What is handed over where that can be: whoever lets somebody go mostly knows who comes next. */
const proposed = ({ holdings }: Preview) =>
  holdings.filter(({ choices }) => choices.includes('handOver')).map(({ kind }) => ({ kind, choice: 'handOver' as const }));

function Steps({ preview, onClose }: { preview: Preview; onClose: () => void }): ReactElement {
  const t = useT('user-centre');
  const words = useWords();
  const { message } = App.useApp();
  const ids = preview.people.map(({ id }) => id);
  const inherits = preview.holdings.some(({ choices }) => choices.includes('handOver'));
  return (
    <Wizard
      endpoint={employeeLeave}
      title={t('life.leaveTitle')}
      action={({ at }) => t(at ? 'life.leaveDeedPlanned' : 'life.leaveDeed', { count: ids.length })}
      initial={{ ids, choices: proposed(preview), successorId: null }}
      input={(values) => requestOf(ids, values)}
      invalidates={[...lifeReadings, listJobs]}
      onDone={({ jobId }) => {
        void message.success(t(jobId === null ? 'life.leavePlanned' : 'life.left'));
        onClose();
      }}
      onCancel={onClose}
      steps={[
        {
          key: 'who',
          title: t('life.who'),
          hint: t('life.leaveWhenHint'),
          fields: (
            <>
              <People of={preview} />
              <F.at label={words.field('lastWorkday')} />
              <F.reason wide />
            </>
          ),
          review: (values) => <WhenRead values={values} day={words.field('lastWorkday')} people={preview.people.map(({ name }) => name)} />,
        },
        {
          key: 'holdings',
          title: t('life.holdings'),
          hint: t('life.holdingsHint'),
          fields: (
            <>
              {inherits && (
                <F.successorId help={t('life.successorHelp')}>
                  <EmployeePicker />
                </F.successorId>
              )}
              <F.choices wide>
                <ChoicesInput holdings={preview.holdings} />
              </F.choices>
            </>
          ),
          review: (values) => <ChoicesRead holdings={preview.holdings} values={values} />,
        },
      ]}
    />
  );
}

function requestOf(ids: string[], values: FormValues) {
  const { at, reason, successorId } = values as { at?: string | null; reason?: string; successorId?: string | null };
  return {
    ids,
    choices: choicesIn(values['choices']),
    successorId: successorId ?? null,
    ...(at && { at }),
    ...(reason && { reason }),
  };
}

/** Who is to leave, administrators marked, and who can't. */
function People({ of }: { of: Preview }): ReactElement {
  const t = useT('user-centre');
  const words = useWords();
  return (
    <ul className="ul-people whk-full" aria-label={words.field('ids')}>
      {of.people.map(({ id, name, account, departmentName, administrator, refused }) => (
        <li key={id}>
          <span>
            <strong>{name}</strong> <small>{`${account} · ${departmentName}`}</small>
          </span>
          {administrator && <span className="whk-tag">{t('life.administrator')}</span>}
          {refused !== null && <em>{t('life.cannot', { reason: refused })}</em>}
        </li>
      ))}
    </ul>
  );
}
