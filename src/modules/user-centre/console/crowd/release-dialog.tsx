import { useState, type ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { crowdGet, crowdRelease, type CrowdRow } from '../../common/crowd/crowd.contract.ts';
import { crowd as subject } from '../subjects.ts';
import { useCrowdJob } from './crowd-actions.tsx';
import { crowdReadings } from './crowd-readings.ts';
import { useReason } from './crowd-state.tsx';

const F = fieldsOf(crowdRelease.input);

/** Lets the change of a held crowd through: what it would do stands there, why it may is asked. */
export function ReleaseDialog({ crowd, onClose }: { crowd: Pick<CrowdRow, 'id' | 'name'>; onClose: () => void }): ReactElement | null {
  const t = useT('user-centre');
  const { data } = useRead(crowdGet, { id: crowd.id });
  const [jobId, setJobId] = useState<string>();
  const reason = useReason(data ?? { state: 'on', held: null, problem: null });
  useCrowdJob(jobId, onClose);
  if (jobId !== undefined) return null;
  return (
    <SubjectContext value={subject}>
      <FormDialog
        endpoint={crowdRelease}
        title={t('crowd.releaseTitle', { name: crowd.name })}
        initial={{ reason: '' }}
        input={(values) => ({ id: crowd.id, reason: String(values['reason'] ?? '') })}
        invalidates={crowdReadings}
        onSaved={(reply) => setJobId(reply.jobId)}
        onClose={() => undefined}
      >
        <p className="whk-full">
          {reason} {t('crowd.releaseHint')}
        </p>
        <F.reason wide />
      </FormDialog>
    </SubjectContext>
  );
}
