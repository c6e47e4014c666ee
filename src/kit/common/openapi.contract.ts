import { z } from 'zod';
import { endpoint } from './contract.ts';

/** The description of every operation, made from the contracts. */
export const openApiGet = endpoint({
  method: 'GET',
  path: 'openapi.json',
  access: { open: true, because: 'The description of the wire holds no data; integrators read it before they have an account' },
  input: z.object({}),
  reply: z.null(),
  answer: 'raw',
  summary: 'OpenAPI 3.1 of the whole product',
});

/** The description of what terminals call, made from their contracts. */
export const clientOpenApiGet = endpoint({
  method: 'GET',
  face: 'client',
  path: 'openapi.json',
  access: { open: true, because: 'The description of the wire holds no data; who writes a client reads it before there is one' },
  input: z.object({}),
  reply: z.null(),
  answer: 'raw',
  summary: 'OpenAPI 3.1 of what terminals call',
});
