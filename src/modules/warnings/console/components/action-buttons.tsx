import type { ReactElement } from 'react';
import { OpeningButton } from '#kit/console/action/opening-button.tsx';
import { silenceAdd } from '../../common/silence.contract.ts';
import { warningAck, warningAssign, warningResolve, type WarningRow } from '../../common/warning.contract.ts';
import type { WarningAction } from './warning-forms.tsx';

const endpoints = { ack: warningAck, assign: warningAssign, resolve: warningResolve, silence: silenceAdd } as const;

interface ActionButtonsProps {
  /** One warning; without it what can be done with many. */
  row?: Pick<WarningRow, 'state'>;
  onAct: (action: WarningAction) => void;
  type?: 'text' | 'default';
}

/** What can be done with warnings, as far as it is granted. */
export function ActionButtons({ row, onAct, type = row ? 'text' : 'default' }: ActionButtonsProps): ReactElement {
  const over = row?.state === 'resolved' || row?.state === 'pending';
  const actions: WarningAction[] = over ? ['assign'] : row?.state === 'acknowledged' ? ['assign', 'resolve'] : ['ack', 'assign', 'resolve'];
  return (
    <>
      {[...actions, ...(row && !over ? (['silence'] as const) : [])].map((action) => (
        <OpeningButton key={action} endpoint={endpoints[action]} type={type} onClick={() => onAct(action)} />
      ))}
    </>
  );
}
