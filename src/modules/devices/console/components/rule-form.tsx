import type { ReactElement } from 'react';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { bindRule } from '../../common/rule.contract.ts';
import { ChecksInput, HoursInput, NetworksInput, PlatformsInput } from './rule-inputs.tsx';

const F = entityFields(bindRule);

/** The form of a bind rule. */
export function RuleForm(): ReactElement {
  return (
    <>
      <F.name />
      <F.mode />
      <F.platforms wide>
        <PlatformsInput />
      </F.platforms>
      <F.maxPhones />
      <F.maxTablets />
      <F.maxComputers />
      <F.maxPeople />
      <F.whenFull />
      <F.pendingDays />
      <F.unusedDays />
      <F.selfUnbind />
      <F.coolDownHours />
      <F.rebindPerMonth />
      <F.offlineDays />
      <F.requireHardwareKey />
      <F.bindNetworks wide>
        <NetworksInput />
      </F.bindNetworks>
      <F.signInNetworks wide>
        <NetworksInput />
      </F.signInNetworks>
      <F.signInHours wide>
        <HoursInput />
      </F.signInHours>
      <F.checks wide>
        <ChecksInput />
      </F.checks>
    </>
  );
}
