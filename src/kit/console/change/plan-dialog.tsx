import { Modal } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '../i18n/use-t.ts';
import { PlanBody } from './plan-view.tsx';

/** A plan in a dialog: opened from the job tray, or where it was made. */
export function PlanDialog({ planId, onClose }: { planId: string; onClose: () => void }): ReactElement {
  const t = useT('kit');
  return (
    <Modal open title={t('import.step.plan')} width={980} footer={null} onCancel={onClose} className="whk-wide-dialog">
      <PlanBody planId={planId} onDone={onClose} />
    </Modal>
  );
}
