import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { useParams } from 'react-router';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import type { EntityProps } from '#kit/console/crud/entity-crud.tsx';
import { EnumFilter, PickFilter, SearchFilter, TimeFilter } from '#kit/console/page/filters.tsx';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { feedback, feedbackClose, feedbackReopen, type FeedbackRow } from '../common/feedback.contract.ts';
import { feedbackPage } from '../common/permissions.ts';
import { Conversation } from './components/conversation.tsx';

const AssignDialog = later('feedback-assign', async () => (await import('./components/assign-dialog.tsx')).AssignDialog);

const ofApp = (appId: string) => ({ ...feedback, shared: { appId } });
type Shown = ReturnType<typeof ofApp>;

/** Every reading that a change of feedback makes old. */
const invalidates = [feedback.list, feedback.get];
const colours = { new: 'red', answered: 'blue', closed: 'default' } as const;

/** What people write about the app on screen. */
export default function FeedbackPage(): ReactElement {
  const t = useT('app-feedback');
  const { id: appId = '' } = useParams();
  const [assigned, setAssigned] = useState<readonly string[]>();
  const columns: EntityProps<Shown>['columns'] = [
    { name: 'subject', sortable: false },
    { name: 'kind', as: 'enum', sortable: false },
    { name: 'state', sortable: false, cell: ({ state }) => <Tag color={colours[state]}>{t(`feedback.state.${state}`)}</Tag> },
    { name: 'employeeName', sortable: false, cell: ({ employeeName }) => employeeName ?? t('feedback.nobody') },
    { name: 'files', sortable: false, cell: ({ files }) => (files.length > 0 ? String(files.length) : '—') },
    { name: 'versionName', sortable: false, cell: ({ versionName, buildNo }) => [versionName, buildNo].filter(Boolean).join(' · ') },
    { name: 'model', sortable: false },
    { name: 'system', sortable: false, optional: true },
    { name: 'assigneeName', sortable: false },
    { name: 'replies', as: 'number', sortable: false, optional: true },
    { name: 'createdAt', as: 'time' },
    { name: 'lastAt', as: 'time', sortable: false, optional: true },
  ];
  return (
    <>
      <CrudPanel<Shown>
        entity={ofApp(appId)}
        columns={columns}
        filters={(list) => (
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="state" />
            <EnumFilter list={list} name="kind" />
            <ChoiceFilter list={list} name="hasFile" options={['true', 'false'].map((value) => hasFileChoice(value, t))} />
            <PickFilter list={list} name="assigneeId">
              <EmployeePicker />
            </PickFilter>
            <TimeFilter list={list} from="from" to="to" />
          </>
        )}
        facts={(object) => <Conversation feedback={object} />}
        rowActions={(row) => (
          <>
            <StateAction row={row} />
            <AssignButton onClick={() => setAssigned([row.id])} />
          </>
        )}
        bulk={(selection) => (
          <>
            <ActionButton
              endpoint={feedbackClose}
              input={() => ({ ids: [...selection.ids] })}
              count={selection.ids.length}
              invalidates={invalidates}
            />
            <AssignButton onClick={() => setAssigned(selection.ids)} />
          </>
        )}
      />
      {assigned && <AssignDialog ids={assigned} onClose={() => setAssigned(undefined)} />}
    </>
  );
}

const hasFileChoice = (value: string, t: ReturnType<typeof useT<'app-feedback'>>) => ({
  value,
  label: t(value === 'true' ? 'feedback.hasFile.true' : 'feedback.hasFile.false'),
});

/** Closes what is open, and opens what is closed. */
function StateAction({ row }: { row: Pick<FeedbackRow, 'id' | 'state' | 'subject'> }): ReactElement {
  const shared = { type: 'text' as const, input: { ids: [row.id] }, names: [row.subject], invalidates };
  return row.state === 'closed' ? (
    <ActionButton endpoint={feedbackReopen} {...shared} />
  ) : (
    <ActionButton endpoint={feedbackClose} {...shared} />
  );
}

function AssignButton({ onClick }: { onClick: () => void }): ReactElement {
  return (
    <Permit code={feedbackPage.button.assign}>
      {(name) => (
        <Button type="text" onClick={onClick}>
          {name}
        </Button>
      )}
    </Permit>
  );
}
