import { Modal } from 'antd';
import type { ReactElement } from 'react';
import { getPlan } from '#kit/common/change/plan.contract.ts';
import { useT } from '../i18n/use-t.ts';
import { useRead } from '../page/query.ts';
import { PlanBody } from './plan-view.tsx';

/** A plan in a dialog: opened from the job tray, or where it was made. */
export function PlanDialog({ planId, onClose }: { planId: string; onClose: () => void }): ReactElement {
  const t = useT('kit');
  const { data } = useRead(getPlan, { id: planId });
  return (
    <Modal
      open
      title={t(data?.state === 'applied' ? 'import.step.done' : 'import.step.plan')}
      width={980}
      footer={null}
      onCancel={onClose}
      className="whk-wide-dialog"
    >
      <PlanBody planId={planId} onDone={onClose} />
    </Modal>
  );
}
