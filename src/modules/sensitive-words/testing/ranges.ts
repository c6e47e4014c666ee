import { newId } from '#kit/server/ids.ts';
import { nobody, type Sample } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

/** A hit in a text of the person outside. */
async function hit({ house, outside }: World): Promise<string> {
  const id = newId();
  await house.product.database.pool.query(
    `insert into word_hit (id, at, word_id, word, list_number, level, observe, place, sender_id) values ($1, $2, $3, 'x', 1, 'flag', false, 'single', $4)`,
    [id, Date.now(), newId(), outside.person.id],
  );
  return id;
}

/** How hits of sensitive words are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
  'im/word/hit/list': { hidden: async (world) => ({ input: { pageSize: 500 }, ids: [await hit(world)], counted: true }) },
  'im/word/hit/get': {
    refused: async (world) => [{ id: await hit(world) }, { id: nobody }],
  },
  'im/word/statistics': { free: 'Counts the hits of im/word/hit/list; src/modules/sensitive-words/server/words.test.ts' },
  'im/word/hit/review': {
    refused: async (world) => [
      { ids: [await hit(world)], decision: 'ignored' },
      { ids: [nobody], decision: 'ignored' },
    ],
  },
  'im/word/hit/text': {
    refused: async (world) => [
      { id: await hit(world), reason: 'a test of it' },
      { id: nobody, reason: 'a test of it' },
    ],
  },
};
