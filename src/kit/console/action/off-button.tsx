import { Button, type ButtonProps } from 'antd';
import type { ReactElement } from 'react';
import type { KeyOf } from '../i18n/i18n.ts';
import { useT } from '../i18n/use-t.ts';
import { offBecause, type Off } from './off-because.ts';

type ReasonIn<K> = K extends `why.${infer Reason}` ? Reason : never;

/** Why a button is off: a text `why.…` of the kit. */
export type OffReason = ReasonIn<KeyOf<'kit'>>;

/** Makes the properties of a button that is off where there is a reason: for the buttons of dialogs. */
export function useOff(): (reason: OffReason | false | undefined) => Off {
  const t = useT('kit');
  return (reason) => offBecause(reason && t(`why.${reason}`));
}

interface OffButtonProps extends Omit<ButtonProps, 'disabled' | 'title'> {
  /** What is missing: the button is off and says so. */
  off: OffReason | false | undefined;
}

/** A button that is off as long as something is missing, and says what. */
export function OffButton({ off, ...others }: OffButtonProps): ReactElement {
  return <Button {...others} {...useOff()(off)} />;
}
