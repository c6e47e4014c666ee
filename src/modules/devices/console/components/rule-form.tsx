import type { ReactElement } from 'react';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { bindRule } from '../../common/rule.contract.ts';
import { ChecksInput, HoursInput, NetworksInput, PlatformsInput } from './rule-inputs.tsx';

const F = entityFields(bindRule);
const U = fieldsOf(bindRule.update.input);

/** The form of a bind rule; one that is there may need the number of people whom its change shuts out. */
export function RuleForm({ changed }: { changed: boolean }): ReactElement {
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
      {changed && <U.expected />}
    </>
  );
}
