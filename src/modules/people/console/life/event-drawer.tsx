import { Form } from 'antd';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import type { Reply } from '#kit/common/contract.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useWords } from '#kit/console/page/subject.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { leaveRetry, lifeExport, lifeGet } from '../../common/life/life.contract.ts';
import { userManagement } from '../../common/permissions.ts';
import { life } from '../subjects.ts';
import { EventActions } from './event-actions.tsx';
import { lifeReadings } from './life-readings.ts';
import './life.css';

type Event = Reply<typeof lifeGet>;

const facts: readonly Fact<Event>[] = [
  { name: 'kind', as: 'enum' },
  { name: 'state', as: 'enum' },
  { name: 'at', as: 'time' },
  { name: 'day', as: 'day' },
  { name: 'departmentName' },
  { name: 'successor' },
  { name: 'by' },
  { name: 'reason' },
  { name: 'trouble' },
];

/** One transfer, leaving or return, with its checklist: what was done with each thing, what is still open, and whether it is as it was signed. */
export function EventDrawer({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const read = useRead(lifeGet, { id }, { every: 5_000 });
  return (
    <DetailDrawer
      subject={life}
      read={read}
      title={({ name, account }) => `${name} · ${account}`}
      actions={(event) => (
        <>
          {event.kind === 'leave' && event.checklist.length > 0 && (
            <ExportButton endpoint={lifeExport} input={(format) => ({ id, format })} />
          )}
          <EventActions row={event} />
        </>
      )}
      tabs={(event) => [{ key: 'event', label: '', children: <Body event={event} /> }]}
      onClose={onClose}
    />
  );
}

function Body({ event }: { event: Event }): ReactElement {
  const t = useT('user-centre');
  return (
    <>
      <p className="ul-person">
        <Link to={`${userManagement.route}?emp=${event.employeeId}`}>{t('life.openPerson')}</Link>
      </p>
      <Facts row={event} facts={facts} />
      {event.checklist.length > 0 && (
        <>
          <h3>{t('life.checklist')}</h3>
          <Checklist of={event.checklist} />
          <p className="ul-seal" data-sealed={String(event.sealed)}>
            {t(event.sealed === null ? 'life.seal.none' : event.sealed ? 'life.seal.valid' : 'life.seal.broken')}
          </p>
        </>
      )}
      {event.kind === 'leave' && event.state === 'failed' && <AnotherSuccessor event={event} />}
    </>
  );
}

/** What there was to do, step by step; what the person held nothing of is named in one line. */
function Checklist({ of }: { of: Event['checklist'] }): ReactElement {
  const t = useT('user-centre');
  const words = useWords();
  const [language] = useLanguage();
  const isEmpty = ({ count, reached, state }: Event['checklist'][number]): boolean => state === 'done' && count === 0 && !reached;
  const none = of.filter(isEmpty).map(({ title }) => title);
  return (
    <>
      <ol className="ul-steps" aria-label={t('life.checklist')}>
        {of
          .filter((step) => !isEmpty(step))
          .map(({ kind, title, choice, count, state, reached, trouble, at }) => (
            <li key={kind} data-state={state}>
              <span>
                <strong>{title}</strong> <b>{reached ?? count}</b>
                <small>
                  {t(`life.choice.${choice}`)}
                  {at !== null && ` · ${timeText(at, language)}`}
                </small>
                {trouble !== null && <em>{trouble}</em>}
              </span>
              <span className="whk-tag" data-value={state} title={words.field('state')}>
                {t(`life.step.${state}`)}
              </span>
            </li>
          ))}
      </ol>
      {none.length > 0 && <p className="ul-seal">{t('life.heldNone', { names: none.join(', ') })}</p>}
    </>
  );
}

/** Tries again with somebody else, where whoever was to take over can't. */
function AnotherSuccessor({ event }: { event: Event }): ReactElement {
  const t = useT('user-centre');
  const kit = useT('kit');
  const [successorId, setSuccessorId] = useState<string>();
  return (
    <Form layout="vertical" className="ul-again">
      <Form.Item label={t('life.field.successorId')} htmlFor="life-successor">
        <EmployeePicker
          id="life-successor"
          value={successorId ?? null}
          onChange={(value) => setSuccessorId(typeof value === 'string' ? value : undefined)}
        />
      </Form.Item>
      <ActionButton
        endpoint={leaveRetry}
        input={{ id: event.employeeId, ...(successorId !== undefined && { successorId }) }}
        names={[event.name]}
        invalidates={lifeReadings}
        why={successorId === undefined && kit('why.nobody')}
      >
        {t('life.newSuccessor')}
      </ActionButton>
    </Form>
  );
}
