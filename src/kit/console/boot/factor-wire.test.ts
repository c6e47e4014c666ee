import { expect, expectTypeOf, test } from 'vitest';
import type { Reply } from '#kit/common/contract.ts';
import * as contract from '#kit/common/session/factor.contract.ts';
import type * as wire from './factor-wire.ts';
import * as light from './factor-wire.ts';

const names = Object.keys(light) as (keyof typeof light)[];

test('every light copy goes where its contract says, in the same way', () => {
  expect(names.toSorted()).toEqual(Object.keys(contract).toSorted());
  for (const name of names) {
    const { method, path } = contract[name];
    expect(light[name]).toMatchObject({ method, path, access: { signedIn: true } });
  }
});

test('what a contract answers is what its copy promises', () => {
  expectTypeOf<Reply<typeof contract.factorList>>().toExtend<wire.OwnFactors>();
  expectTypeOf<Reply<typeof contract.factorAdd>>().toExtend<wire.FactorAdded>();
});
