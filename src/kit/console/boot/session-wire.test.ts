import { expect, expectTypeOf, test } from 'vitest';
import type { Endpoint, Input, Reply } from '#kit/common/contract.ts';
import { listenLive } from '#kit/common/live/live.contract.ts';
import * as menu from '#kit/common/session/menu.contract.ts';
import * as session from '#kit/common/session/session.contract.ts';
import type { WireOperation } from '../call/request.ts';
import * as wire from './session-wire.ts';

/** Each light copy with the contract it stands for. */
const pairs = [
  [wire.versionGet, session.mpVersion],
  [wire.verifyIdGet, session.getVerifyId],
  [wire.loginPost, session.login],
  [wire.userGet, session.getUser],
  [wire.menuGet, menu.getMenu],
  [wire.buttonGet, menu.getButton],
  [wire.liveGet, listenLive],
  [wire.logoutPost, session.logout],
  [wire.policyGet, session.passwordPolicy],
  [wire.passwordChange, session.passwordUpdate],
  [wire.confirmPost, session.confirm],
  [wire.sessionList, session.sessionList],
  [wire.sessionEnd, session.sessionEnd],
  [wire.viewEndPost, session.viewEnd],
] as const;

const kindOf = (access: Endpoint['access']): string => Object.keys(access)[0]!;

test('every light copy goes where its contract says, in the same way', () => {
  const facts = ({ method, path, face, encoding, dedupe, timeout, access }: WireOperation) => ({
    method,
    path,
    face: face ?? 'api',
    encoding: encoding ?? 'json',
    dedupe,
    timeout,
    access: kindOf(access),
  });
  for (const [light, contract] of pairs) expect(facts(light)).toEqual(facts(contract));
});

test('no light copy is left out here', () => {
  const copies = Object.values(wire).filter((value) => typeof value === 'object' && value !== null && 'path' in value);
  expect(copies.filter((copy) => !pairs.some(([light]) => light === copy))).toEqual([]);
  expect(wire.pictureAddress('x', 0)).toContain(`/api/${session.verifyCode.path}?`);
});

type LightReply<W> = W extends { readonly __endpoint?: infer E }
  ? NonNullable<E> extends Endpoint
    ? Reply<NonNullable<E>>
    : never
  : never;
type LightInput<W> = W extends { readonly __endpoint?: infer E }
  ? NonNullable<E> extends Endpoint
    ? Input<NonNullable<E>>
    : never
  : never;

test('what a contract answers is what its copy promises; what a copy sends is what its contract takes', () => {
  expectTypeOf<Reply<typeof session.mpVersion>>().toExtend<LightReply<typeof wire.versionGet>>();
  expectTypeOf<Reply<typeof session.getVerifyId>>().toExtend<LightReply<typeof wire.verifyIdGet>>();
  expectTypeOf<Reply<typeof session.login>>().toExtend<LightReply<typeof wire.loginPost>>();
  expectTypeOf<Reply<typeof session.getUser>>().toExtend<LightReply<typeof wire.userGet>>();
  expectTypeOf<Reply<typeof menu.getMenu>>().toExtend<LightReply<typeof wire.menuGet>>();
  expectTypeOf<Reply<typeof menu.getButton>>().toExtend<LightReply<typeof wire.buttonGet>>();
  expectTypeOf<Reply<typeof session.logout>>().toExtend<LightReply<typeof wire.logoutPost>>();
  expectTypeOf<Reply<typeof session.passwordPolicy>>().toExtend<LightReply<typeof wire.policyGet>>();
  expectTypeOf<Reply<typeof session.passwordUpdate>>().toExtend<LightReply<typeof wire.passwordChange>>();
  expectTypeOf<Reply<typeof session.confirm>>().toExtend<LightReply<typeof wire.confirmPost>>();
  expectTypeOf<Reply<typeof session.sessionList>>().toExtend<LightReply<typeof wire.sessionList>>();
  expectTypeOf<LightInput<typeof wire.verifyIdGet>>().toExtend<Input<typeof session.getVerifyId>>();
  expectTypeOf<LightInput<typeof wire.loginPost>>().toExtend<Input<typeof session.login>>();
  expectTypeOf<LightInput<typeof wire.passwordChange>>().toExtend<Input<typeof session.passwordUpdate>>();
  expectTypeOf<LightInput<typeof wire.confirmPost>>().toExtend<Input<typeof session.confirm>>();
  expectTypeOf<LightInput<typeof wire.sessionEnd>>().toExtend<Input<typeof session.sessionEnd>>();
});
