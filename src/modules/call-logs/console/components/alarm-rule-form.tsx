import { Form } from 'antd';
import type { ReactElement } from 'react';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { alarmRule } from '../../common/alarm.contract.ts';
import { callTargets } from '../../common/stat.contract.ts';
import { TargetSelect } from './target-select.tsx';

const F = entityFields(alarmRule);

/** The fields of an alert rule: what its condition needs, and no more. */
export function AlarmRuleForm(): ReactElement {
  const condition: unknown = Form.useWatch('condition');
  return (
    <>
      <F.name />
      <F.ownerDeptId />
      <F.systemId>
        <OneTarget only="system" />
      </F.systemId>
      <F.interfaceId>
        <OneTarget only="interface" />
      </F.interfaceId>
      <F.condition as="radio" wide />
      {condition === 'failures' && <F.share />}
      {condition === 'slow' && <F.slowMs />}
      {condition === 'silent' && <F.silentHours />}
      {condition !== 'silent' && <F.least />}
      {condition !== 'silent' && <F.minutes />}
      <F.mutedUntil />
      <F.muteReason />
    </>
  );
}

interface OneTargetProps {
  only: 'interface' | 'system';
  value?: string | null;
  onChange?: (id: string | null) => void;
  id?: string;
}

function OneTarget({ only, value, onChange, id }: OneTargetProps): ReactElement {
  return (
    <TargetSelect
      endpoint={callTargets}
      only={only}
      value={value ?? undefined}
      onChange={(chosen) => onChange?.(chosen?.id ?? null)}
      {...(id !== undefined && { id })}
    />
  );
}
