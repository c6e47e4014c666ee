import { Button, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import { call } from '#kit/console/call/call.ts';
import { FileButton } from '#kit/console/files/file-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useJob } from '#kit/console/jobs/use-job.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { group as entity, groupEventList, groupMembers, type GroupDetail } from '../../common/group.contract.ts';
import { groupMemberImport, memberImportResult, type MemberImportResult } from '../../common/member-file.contract.ts';

/** Adds the people of a file, and ends with who was not added and why. */
export function ImportMembers({ group, onClose }: { group: GroupDetail; onClose: () => void }): ReactElement {
  const t = useT('groups');
  const kit = useT('kit');
  const [jobId, setJobId] = useState<string>();
  const [result, setResult] = useState<MemberImportResult>();
  const [mistake, setMistake] = useState<string>();
  useJob(jobId, (job) => {
    setJobId(undefined);
    const told = memberImportResult.safeParse(job.result);
    if (told.success) setResult(told.data);
    else setMistake(job.error?.message);
    void invalidate(groupMembers, groupEventList, entity.list, entity.get);
  });
  return (
    <Modal open title={t('member.import')} onCancel={onClose} footer={<Button onClick={onClose}>{kit('form.close')}</Button>}>
      {result ? (
        <div role="status">
          <p>{t('member.imported', { count: result.count })}</p>
          <ul>
            {result.refused.map(({ line, account, reason }) => (
              <li key={line}>{t('member.importRefused', { line, account, reason: t(`member.reason.${reason}`) })}</li>
            ))}
          </ul>
          {result.more > 0 && <p>{t('member.importMore', { count: result.more })}</p>}
        </div>
      ) : (
        <>
          <p>{t('member.importHint')}</p>
          {mistake !== undefined && <p role="alert">{mistake}</p>}
          <FileButton
            purpose="import"
            accept=".xlsx,.csv"
            disabled={jobId !== undefined}
            sent={async ({ fileId }) => {
              setMistake(undefined);
              setJobId((await call(groupMemberImport, { groupId: group.id, fileId })).jobId);
            }}
          >
            {t(jobId === undefined ? 'member.choose' : 'member.importRun')}
          </FileButton>
        </>
      )}
    </Modal>
  );
}
