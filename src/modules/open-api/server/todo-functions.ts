import { todoFunctions } from '#modules/todo-forms/server/public.ts';
import type { OpenCode } from '../common/open-api.contract.ts';
import { inGrant, type OpenFunction } from './open-function.ts';

type TodoCode = Extract<OpenCode, `todo/${string}`>;

const field = (name: string, type: string, required = false) => ({ name, type, required });

const offered = (
  work: keyof typeof todoFunctions,
  more: Pick<OpenFunction, 'interfaceId' | 'risk' | 'input'> & { readonly ranged?: boolean },
): OpenFunction => ({
  ranged: false,
  ...more,
  run: (services, range, input, { systemId, tried }) =>
    todoFunctions[work](services, { accessSystemId: systemId, reach: (column) => inGrant(services, range, column), tried, input }),
});

/** What is offered of to-dos: a business system pushes items and changes, ends and reads its own. */
export const todoOpenFunctions: Readonly<Record<TodoCode, OpenFunction>> = {
  'todo/add': offered('add', {
    interfaceId: '00000000-0000-7000-8000-000000a00031',
    risk: 'push',
    ranged: true,
    input: [field('items', 'object[]', true)],
  }),
  'todo/update': offered('update', {
    interfaceId: '00000000-0000-7000-8000-000000a00032',
    risk: 'push',
    ranged: true,
    input: [
      field('outId', 'text', true),
      field('revision', 'integer'),
      field('data', 'object'),
      field('stage', 'text'),
      field('people', 'object'),
      field('reason', 'text'),
    ],
  }),
  'todo/finish': offered('finish', {
    interfaceId: '00000000-0000-7000-8000-000000a00033',
    risk: 'push',
    ranged: true,
    input: [field('outId', 'text', true), field('person', 'text'), field('reason', 'text')],
  }),
  'todo/withdraw': offered('withdraw', {
    interfaceId: '00000000-0000-7000-8000-000000a00034',
    risk: 'push',
    input: [field('outId', 'text', true), field('reason', 'text')],
  }),
  'todo/get': offered('get', {
    interfaceId: '00000000-0000-7000-8000-000000a00035',
    risk: 'personal',
    input: [field('outId', 'text', true)],
  }),
  'todo/open': offered('open', {
    interfaceId: '00000000-0000-7000-8000-000000a00036',
    risk: 'read',
    input: [field('after', 'text'), field('limit', 'integer')],
  }),
};
