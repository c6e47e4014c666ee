import type { LightMyRequestResponse } from 'fastify';
import { addressOf, type Endpoint, type Input, type Reply } from '../../src/kit/common/contract.ts';
import { queryOf } from '../../src/kit/common/address.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import type { TestProduct } from '../product.ts';

/** An answer of the wire. */
export interface Answer<T = unknown> {
  code: number;
  msg: string;
  data: T;
}

/** The wire of a running product, as its administrator and as who signs in. */
export interface Wire {
  ask<E extends Endpoint>(operation: E, input: Input<E>, token?: string): Promise<Answer<Reply<E>>>;
  call<E extends Endpoint>(operation: E, input: Input<E>, token?: string): Promise<Reply<E>>;
  /** Signs in by a way; each from an address of its own unless one is given. */
  signIn(given: Record<string, unknown>, from?: string): Promise<LightMyRequestResponse>;
  /** Adds an enabled employee and answers the id. */
  employee(account: string, more?: Record<string, unknown>): Promise<string>;
}

/** Opens the wire of a product. */
export function wireOf(product: Pick<TestProduct, 'app' | 'admin'>): Wire {
  const { app } = product;
  let addresses = 0;
  const ask: Wire['ask'] = async (operation, input, token = product.admin.token) => {
    const reads = operation.method === 'GET';
    const answer = await app.inject({
      method: operation.method,
      url: addressOf(operation) + (reads ? queryOf(input as Record<string, unknown>) : ''),
      headers: { accesstoken: token, 'accept-language': 'en' },
      ...(!reads && { payload: input as object }),
    });
    return answer.json<Answer<Reply<typeof operation>>>();
  };
  const call: Wire['call'] = async (operation, input, token) => {
    const answer = await ask(operation, input, token);
    if (answer.code !== 0) throw new Error(`${operation.path}: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`);
    return answer.data;
  };
  return {
    ask,
    call,
    signIn: async (given, from) => {
      const { verifyId } = (await app.inject('/api/sysConsole/getVerifyId')).json<Answer<{ verifyId: string }>>().data;
      return app.inject({
        method: 'POST',
        url: '/api/login',
        remoteAddress: from ?? `10.20.${(addresses += 1) >> 8}.${addresses & 255}`,
        headers: { 'accept-language': 'en' },
        payload: { ...(given['ticket'] === undefined && { verifyId }), ...given },
      });
    },
    employee: async (account, more = {}) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/muc/employee/add',
        headers: { accesstoken: product.admin.token },
        payload: { account, name: account, assignments: [{ departmentId: rootDepartmentId, primary: true }], ...more },
      });
      const { code, data } = answer.json<Answer<{ id: string }>>();
      if (code !== 0) throw new Error(answer.body);
      return data.id;
    },
  };
}

/** The code of an answer. */
export const codeOf = (response: LightMyRequestResponse): number => response.json<Answer>().code;
