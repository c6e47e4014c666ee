import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import type { Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import { useMay } from '#kit/console/action/use-may.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { OpeningButton } from '#kit/console/action/opening-button.tsx';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { ProofButton } from './proof-button.tsx';
import * as contract from '../../common/push.contract.ts';
import { pushDetailPage, pushLogPage } from '../../common/permissions.ts';
import type { PushState } from '../../common/words.ts';

type Push = Reply<typeof contract.pushGet>;

/** Every reading that a change of a push makes old. */
const readings = [contract.pushGet, contract.pushLedger, contract.pushTargets, contract.pushTimeline, contract.pushList];

const verbs = {
  pause: { endpoint: contract.pushPause, states: ['running', 'finishing'] },
  resume: { endpoint: contract.pushResume, states: ['paused'] },
  cancel: { endpoint: contract.pushCancel, states: ['awaitingApproval', 'scheduled', 'running', 'paused', 'finishing'] },
  approve: { endpoint: contract.pushApprove, states: ['awaitingApproval'] },
  refuse: { endpoint: contract.pushRefuse, states: ['awaitingApproval'] },
  reschedule: { endpoint: contract.pushReschedule, states: ['scheduled', 'awaitingApproval'] },
  repush: { endpoint: contract.pushRepush, states: ['finishing', 'finished', 'cancelled'] },
  rollback: { endpoint: contract.pushRollback, states: ['running', 'paused', 'finishing', 'finished', 'cancelled'] },
} as const satisfies Record<string, { readonly endpoint: unknown; readonly states: readonly PushState[] }>;
type Verb = keyof typeof verbs;
const order: readonly Verb[] = ['approve', 'refuse', 'pause', 'resume', 'reschedule', 'repush', 'cancel', 'rollback'];

/** What may be done with a push in its state. */
export function PushActions({ push }: { push: Push }): ReactElement {
  const t = useT('public-pushes');
  const navigate = useNavigate();
  const may = useMay();
  const [open, setOpen] = useState<Verb>();
  const possible = order.filter((verb) => {
    const states: readonly PushState[] = verbs[verb].states;
    const isDecision = verb === 'approve' || verb === 'refuse';
    return states.includes(push.state) && may(verbs[verb].endpoint) && (!isDecision || push.mayApprove);
  });
  return (
    <>
      {possible.map((verb) =>
        verb === 'refuse' ? (
          <Button key={verb} onClick={() => setOpen(verb)}>
            {t('actions.refuse')}
          </Button>
        ) : (
          <OpeningButton
            key={verb}
            type="default"
            danger={verb === 'cancel' || verb === 'rollback'}
            endpoint={verbs[verb].endpoint}
            onClick={() => setOpen(verb)}
          />
        ),
      )}
      <Permit code={pushLogPage.button.copy}>
        {(name) => <Button onClick={() => void navigate(`${pushLogPage.route}?snoId=${push.snoId}&push=copy:${push.id}`)}>{name}</Button>}
      </Permit>
      <ExportButton endpoint={contract.pushExport} input={(format) => ({ id: push.id, format })} />
      <ProofButton id={push.id} />
      {open && <ActionDialog verb={open} push={push} onClose={() => setOpen(undefined)} />}
    </>
  );
}

const Reasoned = fieldsOf(contract.reasoned);
const Planned = fieldsOf(contract.pushReschedule.input);

function ActionDialog({ verb, push, onClose }: { verb: Verb; push: Push; onClose: () => void }): ReactElement {
  const t = useT('public-pushes');
  const shared = { invalidates: readings, onClose };
  const { id, version } = push;
  if (verb === 'repush') return <RepushDialog push={push} onClose={onClose} />;
  if (verb === 'rollback') return <RollbackDialog push={push} onClose={onClose} />;
  if (verb === 'reschedule')
    return (
      <FormDialog
        endpoint={contract.pushReschedule}
        initial={{ id, version, planAt: push.planAt }}
        input={({ planAt }) => ({ id, version, planAt: Number(planAt) })}
        {...shared}
      >
        <Planned.planAt as="time" />
      </FormDialog>
    );
  return (
    <FormDialog
      endpoint={verbs[verb].endpoint}
      initial={{ id, version, reason: '' }}
      input={({ reason }) => ({ id, version, reason: String(reason) })}
      {...(verb === 'refuse' && { title: t('actions.refuse'), action: t('actions.refuse') })}
      {...shared}
    >
      <Reasoned.reason as="area" wide />
    </FormDialog>
  );
}

const Repush = fieldsOf(contract.pushRepush.input);

/** Whom it goes to again, with how many they are now. */
function RepushDialog({ push, onClose }: { push: Push; onClose: () => void }): ReactElement {
  const navigate = useNavigate();
  return (
    <FormDialog
      endpoint={contract.pushRepush}
      initial={{ id: push.id, scope: 'failed' }}
      input={({ scope }) => ({ id: push.id, scope: scope as 'failed' })}
      invalidates={readings}
      onSaved={({ id }) =>
        void (id !== null && navigate((pushDetailPage.route ?? '').replace(':pushId', id).replace(':snoId', push.snoId)))
      }
      onClose={onClose}
    >
      <Repush.scope as="radio" wide />
    </FormDialog>
  );
}

const Rollback = fieldsOf(contract.pushRollback.input);

/** Why, and the title once more: what terminals show is taken away, what was seen stays seen. */
function RollbackDialog({ push, onClose }: { push: Push; onClose: () => void }): ReactElement {
  const t = useT('public-pushes');
  const [language] = useLanguage();
  const { data } = useRead(contract.pushLedger, { id: push.id });
  return (
    <FormDialog
      endpoint={contract.pushRollback}
      initial={{ id: push.id, reason: '', title: '' }}
      input={({ reason, title }) => ({ id: push.id, reason: String(reason), title: String(title) })}
      invalidates={readings}
      onClose={onClose}
    >
      <p className="whk-wide">{t('actions.rollbackHint', { n: numberText(data?.read ?? 0, language) })}</p>
      <Rollback.reason as="area" wide />
      <Rollback.title wide label={t('actions.typeTitle', { title: pick(push.title, language) })} />
    </FormDialog>
  );
}
