import { App, Button, Select, type SelectProps } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Endpoint } from '#kit/common/contract.ts';
import { downloadFile } from '#kit/common/files/file.contract.ts';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { download } from '#kit/console/call/download.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { caseList } from '#modules/messaging/common/case.contract.ts';
import {
  fileDelete,
  fileDownload,
  fileExpire,
  fileExtend,
  fileGet,
  fileList,
  fileQuarantine,
  fileRecall,
  fileRelease,
  fileStorage,
  type FileRow,
} from '../../common/file.contract.ts';
import { fileSubject } from '../subjects.ts';

const R = fieldsOf(fileRecall.input);
const E = fieldsOf(fileExtend.input);
const D = fieldsOf(fileDownload.input);
const reasoned = { recall: fileRecall, quarantine: fileQuarantine, expire: fileExpire, delete: fileDelete } as const;
type Reasoned = keyof typeof reasoned;
const invalidates: readonly Endpoint[] = [fileGet, fileStorage];

interface FileActionsProps {
  rows: readonly Pick<FileRow, 'id' | 'name' | 'state' | 'chat'>[];
  onDone: () => void;
}

/** What can be done with files; what takes something away asks for a reason. */
export function FileActions({ rows, onDone }: FileActionsProps): ReactElement {
  const [open, setOpen] = useState<Reasoned | 'extend' | 'download'>();
  const ids = rows.map(({ id }) => id);
  const [only] = rows.length === 1 ? rows : [];
  const close = (): void => setOpen(undefined);
  const any = (...states: FileRow['state'][]): boolean => rows.some(({ state }) => states.includes(state));
  return (
    <SubjectContext value={fileSubject}>
      {only && !any('expired', 'deleted') && <Opener endpoint={fileDownload} onClick={() => setOpen('download')} />}
      {any('quarantined', 'expired', 'deleted') && (
        <ActionButton
          endpoint={fileRelease}
          input={{ ids }}
          names={rows.map(({ name }) => name)}
          invalidates={invalidates}
          onDone={onDone}
        />
      )}
      {any('normal') && <Opener endpoint={fileExtend} onClick={() => setOpen('extend')} />}
      {any('normal') && <Opener endpoint={fileQuarantine} danger onClick={() => setOpen('quarantine')} />}
      {any('normal') && <Opener endpoint={fileExpire} danger onClick={() => setOpen('expire')} />}
      {any('normal', 'quarantined') && <Opener endpoint={fileRecall} danger onClick={() => setOpen('recall')} />}
      {any('normal', 'quarantined', 'expired') && <Opener endpoint={fileDelete} danger onClick={() => setOpen('delete')} />}
      {open === 'extend' && (
        <FormDialog
          endpoint={fileExtend}
          initial={{}}
          input={({ expiresAt }) => ({ ids, expiresAt: Number(expiresAt ?? 0) })}
          invalidates={[...invalidates, fileList]}
          onSaved={onDone}
          onClose={close}
        >
          <E.expiresAt />
        </FormDialog>
      )}
      {open === 'download' && only && <DownloadDialog row={only} onClose={close} />}
      {open !== undefined && open !== 'extend' && open !== 'download' && (
        <FormDialog
          key={open}
          endpoint={reasoned[open]}
          initial={{ reason: '' }}
          input={({ reason }) => ({ ids, reason: String(reason ?? '') })}
          invalidates={[...invalidates, fileList]}
          onSaved={onDone}
          onClose={close}
        >
          <R.reason />
        </FormDialog>
      )}
    </SubjectContext>
  );
}

function Opener({ endpoint, danger = false, onClick }: { endpoint: Endpoint; danger?: boolean; onClick: () => void }): ReactElement | null {
  const { granted, name } = useActionName(endpoint);
  if (!granted) return null;
  return (
    <Button danger={danger} onClick={onClick}>
      {name}
    </Button>
  );
}

/** Fetches one file: with a reason, and in a single chat with the case that covers it. */
function DownloadDialog({ row, onClose }: { row: FileActionsProps['rows'][number]; onClose: () => void }): ReactElement {
  const t = useT('message-files');
  const { message } = App.useApp();
  const single = row.chat === 'single';
  return (
    <FormDialog
      endpoint={fileDownload}
      initial={{ reason: '' }}
      input={({ reason, caseId }) => ({
        id: row.id,
        reason: String(reason ?? ''),
        ...(typeof caseId === 'string' && caseId !== '' && { caseId }),
      })}
      onSaved={({ fileId, name }) => {
        download(downloadFile, { fileId }, { fallbackName: name }).catch(() => void message.error(t('download.failed')));
      }}
      onClose={onClose}
    >
      <D.reason help={t('download.reasonHelp')} />
      {single && (
        <D.caseId help={t('download.caseHelp')}>
          <CaseSelect />
        </D.caseId>
      )}
    </FormDialog>
  );
}

/** The open cases of the caller. */
function CaseSelect(props: SelectProps<string>): ReactElement {
  const { data } = useRead(caseList, { mine: true, state: 'open', pageSize: 200 });
  const options = (data?.list ?? []).map(({ id, number, reason }) => ({ value: id, label: `${number} ${reason}` }));
  return <Select<string> {...props} options={options} loading={!data} />;
}
