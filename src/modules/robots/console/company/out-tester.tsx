import { useState, type ReactElement } from 'react';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { robotTest, type RobotTrial } from '../../common/company/log.contract.ts';
import type { RobotDetail } from '../../common/company/robot.contract.ts';
import { Part } from './part.tsx';
import { robotReadings } from './subjects.ts';
import { TrialResult } from './trial-result.tsx';

/** Tells the address of a robot a test event, and shows what it answers. */
export function OutTester({ row }: { row: RobotDetail }): ReactElement | null {
  const t = useT('robots');
  const { granted } = useActionName(robotTest);
  const [result, setResult] = useState<RobotTrial>();
  if (!granted || row.outUrl === null) return null;
  return (
    <Part
      label={t('trial.outTitle')}
      actions={
        <ActionButton
          endpoint={robotTest}
          called={t('trial.outSend')}
          input={{ id: row.id, direction: 'out' }}
          invalidates={robotReadings}
          onDone={(trial) => setResult(trial)}
        />
      }
    >
      {result && <TrialResult result={result} />}
    </Part>
  );
}
