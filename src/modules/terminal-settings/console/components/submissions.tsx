import { App, Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { listJobs } from '#kit/common/jobs/job.contract.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { EnumFilter, SearchFilter, TimeFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import {
  submissionApprove,
  submissionExport,
  submissionList,
  submissionReject,
  submissionRemind,
  type SubmissionView,
} from '../../common/phone.contract.ts';
import { submissionSubject } from '../subjects.ts';

const Reject = fieldsOf(submissionReject.input);
const readings = [submissionList];

const columns: readonly Column<SubmissionView, typeof submissionSubject>[] = [
  { name: 'name', sortable: false },
  { name: 'account', as: 'code', sortable: false, optional: true },
  { name: 'departmentName', sortable: false },
  { name: 'former', as: 'code', sortable: false },
  { name: 'number', as: 'code', sortable: false },
  { name: 'proof', as: 'enum', sortable: false },
  { name: 'state', as: 'enum' },
  { name: 'submittedAt', as: 'time' },
  { name: 'decidedBy', sortable: false },
  { name: 'decidedAt', as: 'time', sortable: false, optional: true },
  { name: 'reason', sortable: false, optional: true },
];

/** Numbers that people submitted, and the decision on those that wait. */
export function Submissions(): ReactElement {
  const t = useT('terminal-settings');
  const { message } = App.useApp();
  const list = useList(submissionList, { searchKey: 'person' });
  const [rejected, setRejected] = useState<readonly SubmissionView[]>();
  const rejecting = useActionName(submissionReject);
  const waiting = (rows: readonly SubmissionView[]): SubmissionView[] => rows.filter(({ state }) => state === 'waiting');
  const actions = (rows: readonly SubmissionView[], size: 'small' | 'middle'): ReactElement => (
    <>
      <ActionButton
        endpoint={submissionApprove}
        input={{ ids: rows.map(({ id }) => id) }}
        names={rows.map(({ name }) => name)}
        confirm="ask"
        size={size}
        disabled={rows.length === 0}
        invalidates={readings}
        onDone={list.selection.clear}
      />
      {rejecting.granted && (
        <Button danger size={size} disabled={rows.length === 0} onClick={() => setRejected(rows)}>
          {rejecting.name}
        </Button>
      )}
    </>
  );
  return (
    <>
      <ListPanel
        subject={submissionSubject}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="person" />
            <EnumFilter list={list} name="state" />
            <TimeFilter list={list} from="from" to="to" recent />
            <ActionButton
              endpoint={submissionRemind}
              input={{}}
              names={[]}
              confirm="ask"
              invalidates={[listJobs]}
              onDone={() => void message.info(t('phone.reminding'))}
            />
            <ExportButton endpoint={submissionExport} input={(format) => ({ format, filter: { ...list.asked } })} />
          </>
        }
        bulk={(selection) => actions(waiting(selection.rows), 'middle')}
        rowActions={(row) => (row.state === 'waiting' ? <RowActions name={row.name}>{actions([row], 'small')}</RowActions> : null)}
        empty={<EmptyState title={t('phoneSubmission.empty')} hint={t('phoneSubmission.emptyHint')} />}
      />
      {rejected && (
        <SubjectContext value={submissionSubject}>
          <FormDialog
            endpoint={submissionReject}
            initial={{ reason: '' }}
            input={({ reason }) => ({ ids: rejected.map(({ id }) => id), reason: String(reason ?? '') })}
            invalidates={readings}
            onSaved={list.selection.clear}
            onClose={() => setRejected(undefined)}
          >
            <Reject.reason as="area" />
          </FormDialog>
        </SubjectContext>
      )}
    </>
  );
}
