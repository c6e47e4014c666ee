import { z } from 'zod';
import type { Input } from '#kit/common/contract.ts';
import { addressPart, factorPart, lockPart, passwordPart, sessionPart, signInPolicy } from '#kit/common/session/sign-in-policy.ts';
import type { FormValues } from '#kit/console/form/form-values.ts';
import type { AuthenticateView, updateAuthenticate } from '../common/authenticate.contract.ts';

const { pictureCodeAfter, rememberAccount, banner, idleDisableDays } = signInPolicy.shape;

/** The fields of the form, one after another: what stands in parts on the wire is flat here. */
export const policyFields = z.object({
  ...passwordPart.shape,
  ...lockPart.shape,
  ...sessionPart.shape,
  ...factorPart.shape,
  addressRules: addressPart,
  pictureCodeAfter,
  rememberAccount,
  banner,
  idleDisableDays,
});

const parts = { password: passwordPart, lock: lockPart, session: sessionPart, factor: factorPart } as const;
const partNames = Object.keys(parts) as (keyof typeof parts)[];

/** What the fields hold of the policy. */
export function policyValues(view: AuthenticateView): FormValues {
  const { password, lock, session, factor, addressRules } = view;
  return {
    ...password,
    ...lock,
    ...session,
    ...factor,
    addressRules,
    pictureCodeAfter: view.pictureCodeAfter,
    rememberAccount: view.rememberAccount,
    banner: view.banner,
    idleDisableDays: view.idleDisableDays,
  };
}

/** What was changed, as it goes to the server: each part whole. */
export function policyChange(changed: FormValues, all: FormValues): Omit<Input<typeof updateAuthenticate>, 'version'> {
  const change: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changed)) {
    const part = partNames.find((one) => name in parts[one].shape);
    if (!part) change[name] = value;
    else change[part] = Object.fromEntries(Object.keys(parts[part].shape).map((field) => [field, all[field]]));
  }
  return change;
}

/** A version that somebody else made holds null for what follows the defaults; that is as it was read. */
export function theirValues(view: AuthenticateView, current: unknown): FormValues {
  const set = Object.entries(current as Record<string, unknown>).filter(([, value]) => value !== null);
  return policyValues({ ...view, ...(Object.fromEntries(set) as Partial<AuthenticateView>) });
}
