import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { CrudDetail } from '#kit/common/crud/crud-types.ts';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { ObjectPage } from '#kit/console/object/object-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { subject } from '#kit/console/page/subject.ts';
import type { Fact } from '#kit/console/page/facts.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { numberText, timeText } from '#kit/console/table/formats.ts';
import { assistant, assistantReset, assistantStatistics } from '../../common/assistant/assistant.contract.ts';
import { addressIn, useRobotPlace } from '../frame/robot-place.ts';
import { FunctionTags } from './function-tags.tsx';

type Assistant = CrudDetail<typeof assistant>;
const assistantSubject = subject('robots', 'assistant');
const readings = [assistant.list, assistant.get, assistantStatistics];

/** One personal assistant: what is on, when it answers, and how often it acted; never what somebody wrote. */
export default function PersionalDetailPage(): ReactElement {
  const t = useT('robots');
  const place = useRobotPlace();
  const list = useCodeName(place.frame.persional.code);
  const id = useSearchParams()[0].get('id');
  if (id === null)
    return (
      <EmptyState
        title={t('assistant.choose')}
        hint={t('assistant.chooseHint')}
        action={<Link to={addressIn(place, place.frame.persional.route)}>{list}</Link>}
      />
    );
  return <OneAssistant key={id} id={id} back={list} />;
}

const facts: readonly Fact<Assistant>[] = [
  { name: 'functions', always: true, show: ({ functions }) => <FunctionTags functions={functions} /> },
  { name: 'on', as: 'enum' },
  { name: 'reminders', as: 'number' },
  { name: 'rules', as: 'number' },
  { name: 'digest', show: ({ digest }) => digest.time },
  { name: 'away', always: true, show: (row) => <Away row={row} /> },
  { name: 'lastUsedAt', as: 'time' },
];

function OneAssistant({ id, back }: { id: string; back: string }): ReactElement {
  const t = useT('robots');
  const kit = useT('kit');
  const go = useNavigate();
  const place = useRobotPlace();
  const read = useRead(assistant.get, { id });
  const change = useActionName(assistant.update);
  const [editing, setEditing] = useState(false);
  const act = (row: Assistant) => ({ input: { ids: [row.id] }, names: [row.employeeName], invalidates: readings });
  return (
    <>
      <ObjectPage
        subject={assistantSubject}
        read={read}
        back={{ label: back, go: () => void go(addressIn(place, place.frame.persional.route)) }}
        head={(row) => ({
          name: row.employeeName,
          path: `${row.departmentName} · ${row.name}`,
          state: !row.enabled && <Tag>{kit('value.disabled')}</Tag>,
        })}
        actions={(row) => (
          <>
            {change.granted && <Button onClick={() => setEditing(true)}>{change.name}</Button>}
            <ActionButton endpoint={assistantReset} {...act(row)} />
            {row.enabled ? (
              <ActionButton endpoint={assistant.disable} {...act(row)} />
            ) : (
              <ActionButton endpoint={assistant.enable} {...act(row)} />
            )}
          </>
        )}
        facts={facts}
        tabs={(row) => [{ key: 'facts', label: t('assistant.tab.facts'), children: <Actions row={row} /> }]}
        history={(row) => ({ kind: 'assistant', objectId: row.id })}
      />
      {editing && read.data && <Editor row={read.data} onClose={() => setEditing(false)} />}
    </>
  );
}

function Away({ row: { away, substituteName } }: { row: Assistant }): ReactElement {
  const t = useT('robots');
  const [language] = useLanguage();
  if (!away) return <>{t('assistant.noAway')}</>;
  return (
    <>
      {t('assistant.awayFrom', { from: timeText(away.from, language), until: timeText(away.until, language) })}
      {' · '}
      {t(`assistant.awayTo.${away.to}`)}
      {substituteName !== null && ` · ${t('assistant.awaySubstitute', { name: substituteName })}`}
    </>
  );
}

/** How often it acted within thirty days. */
function Actions({ row: { actions } }: { row: Assistant }): ReactElement {
  const t = useT('robots');
  const [language] = useLanguage();
  return (
    <section className="whk-panel rb-pad" aria-label={t('assistant.facts')}>
      <h2>{t('assistant.facts')}</h2>
      <ul className="rb-facts">
        {actions.map(({ action, n }) => (
          <li key={action}>
            <span>{t(`assistant.action.${action}`)}</span>
            <strong>{numberText(n, language)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}

const F = entityFields(assistant);

function Editor({ row, onClose }: { row: Assistant; onClose: () => void }): ReactElement {
  return (
    <DrawerForm
      endpoint={assistant.update}
      subject={assistantSubject}
      initial={{ functions: [...row.functions] }}
      target={{ id: row.id, version: row.version }}
      invalidates={readings}
      onClose={onClose}
    >
      <F.functions />
    </DrawerForm>
  );
}
