import { expect, expectTypeOf, test } from 'vitest';
import type { Reply } from '#kit/common/contract.ts';
import * as contract from '#kit/common/session/factor.contract.ts';
import * as light from './factor-wire.ts';

const copies = new Map(Object.entries(light));

test('every light copy goes where its contract says, in the same way', () => {
  expect([...copies.keys()].toSorted()).toEqual(Object.keys(contract).toSorted());
  for (const [name, { method, path }] of Object.entries(contract))
    expect(copies.get(name)).toMatchObject({ method, path, access: { signedIn: true } });
});

test('what a contract answers is what its copy promises', () => {
  expectTypeOf<Reply<typeof contract.factorList>>().toExtend<light.OwnFactors>();
  expectTypeOf<Reply<typeof contract.factorAdd>>().toExtend<light.FactorAdded>();
});
