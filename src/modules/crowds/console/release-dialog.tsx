import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { crowdGet, crowdRelease, type CrowdRow } from '../common/crowd.contract.ts';
import { crowd as subject } from './subjects.ts';
import { crowdReadings } from './crowd-readings.ts';
import { useReason } from './crowd-state.tsx';

const F = fieldsOf(crowdRelease.input);

interface ReleaseDialogProps {
  crowd: Pick<CrowdRow, 'id' | 'name'>;
  onReleased: (jobId: string) => void;
  onClose: () => void;
}

/** Lets the change of a held crowd through: what it would do stands there, why it may is asked. */
export function ReleaseDialog({ crowd, onReleased, onClose }: ReleaseDialogProps): ReactElement {
  const t = useT('user-centre');
  const { data } = useRead(crowdGet, { id: crowd.id });
  const reason = useReason(data ?? { state: 'on', held: null, problem: null });
  return (
    <SubjectContext value={subject}>
      <FormDialog
        endpoint={crowdRelease}
        title={t('crowd.releaseTitle', { name: crowd.name })}
        initial={{ reason: '' }}
        input={(values) => ({ id: crowd.id, reason: String(values['reason'] ?? '') })}
        invalidates={crowdReadings}
        onSaved={(reply) => onReleased(reply.jobId)}
        onClose={onClose}
      >
        <div className="whk-full">
          {reason !== undefined && <strong>{reason}</strong>}
          <p>{t('crowd.releaseHint')}</p>
        </div>
        <F.reason wide />
      </FormDialog>
    </SubjectContext>
  );
}
