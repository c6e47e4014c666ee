import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import {
  batchAnswer,
  configAnswer,
  peopleAnswer,
  personAnswer,
  personRow,
  picturesAnswer,
  revealAnswer,
  searchAnswer,
  syncAnswer,
  terminalInput,
  treeAnswer,
} from './terminal.contract.ts';

const strict = <T extends z.ZodRawShape>(schema: z.ZodObject<T>) => z.strictObject(schema.shape);
const asked = { session: fullSession, rate: 'read', preview: true } as const;

/** What a terminal asks first: how things are drawn, what the viewer may do, and the key of the copy. */
export const clientConfig = clientEndpoint({
  ...asked,
  method: 'GET',
  path: 'contact/config',
  offline: 'The last one; without the key the copy can’t be read',
  input: z.object({}),
  reply: configAnswer,
  summary: 'Layout, functions and limits of the directory, and the key of its copy',
});

/** A level of the tree. */
export const clientTree = clientEndpoint({
  ...asked,
  method: 'GET',
  path: 'contact/org/tree',
  offline: 'The copy',
  input: terminalInput.tree,
  reply: treeAnswer,
  summary: 'Departments below one, or the tops that the viewer sees',
});

/** People of a department. */
export const clientPeople = clientEndpoint({
  ...asked,
  method: 'GET',
  path: 'contact/dept/employees',
  offline: 'The copy',
  input: terminalInput.people,
  reply: peopleAnswer,
  errors: [20030],
  summary: 'A page of the people of a department',
});

/** Searches people. */
export const clientSearch = clientEndpoint({
  ...asked,
  method: 'GET',
  path: 'contact/search',
  input: terminalInput.search,
  reply: searchAnswer,
  errors: [20030],
  summary: 'People by name, pinyin, initials or a field that the viewer reads',
});

/** A person's card. */
export const clientPerson = clientEndpoint({
  ...asked,
  method: 'GET',
  path: 'contact/person',
  input: terminalInput.person,
  reply: personAnswer,
  errors: [20030, 20041],
  summary: 'A person’s card; whoever is not seen and nobody read the same',
});

/** Shows a masked value clear; counted and logged. */
export const clientReveal = clientEndpoint({
  session: fullSession,
  rate: 'write',
  method: 'POST',
  path: 'contact/person/reveal',
  input: strict(terminalInput.reveal),
  reply: revealAnswer,
  errors: [20030, 20040],
  summary: 'A masked value, clear',
});

/** Names of people. */
export const clientBatch = clientEndpoint({
  ...asked,
  method: 'POST',
  path: 'contact/batchGet',
  reads: true,
  input: strict(terminalInput.batch),
  reply: batchAnswer,
  summary: 'Names of up to 200 people; those who are not seen are absent',
});

/** Pictures of people in rows. */
export const clientPictures = clientEndpoint({
  ...asked,
  method: 'GET',
  path: 'contact/picture/batchGet',
  offline: 'Those that were fetched, by their marks',
  input: terminalInput.pictures,
  reply: picturesAnswer,
  summary: 'Pictures of up to 50 people by the marks in their rows, as data addresses; those who are not seen are absent',
});

/** Whether a function may be used with somebody; a refusal carries its code for the administrator. */
export const clientCan = clientEndpoint({
  session: fullSession,
  rate: 'write',
  method: 'POST',
  path: 'contact/can',
  input: strict(terminalInput.can),
  reply: z.object({ allowed: z.literal(true) }),
  errors: [20030],
  summary: 'Whether a function may be used with somebody',
});

/** Changes for the copy on the terminal. */
export const clientSync = clientEndpoint({
  session: fullSession,
  rate: 'sync',
  method: 'GET',
  path: 'contact/sync',
  input: terminalInput.sync,
  reply: syncAnswer,
  errors: [20060],
  summary: 'What changed for the copy of the directory; without a cursor the copy from its beginning',
});

/** Whom the viewer keeps at hand. */
export const clientFavourites = clientEndpoint({
  ...asked,
  method: 'GET',
  path: 'contact/favourite/list',
  input: z.object({}),
  reply: z.object({ list: z.array(personRow) }),
  summary: 'Whom the viewer keeps at hand, as far as they still see them',
});

const favour = (verb: 'add' | 'remove', summary: string) =>
  clientEndpoint({
    session: fullSession,
    rate: 'write',
    method: 'POST',
    path: `contact/favourite/${verb}`,
    input: strict(terminalInput.favourite),
    reply: z.null(),
    errors: [20030],
    summary,
  });

/** Keeps somebody at hand. */
export const clientFavouriteAdd = favour('add', 'Keeps somebody at hand');
/** Keeps somebody at hand no longer. */
export const clientFavouriteRemove = favour('remove', 'Keeps somebody at hand no longer');
