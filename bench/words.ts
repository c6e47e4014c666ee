import { openBook, type BookWord } from '#modules/sensitive-words/server/words/word-book.ts';
import { wordPlaces } from '#modules/sensitive-words/common/word-facts.ts';
import type { Figure } from './lib/figure.ts';
import { median } from './lib/measure.ts';

const wordCount = Number(process.env['BENCH_WORDS'] ?? 100_000);
const messageCount = Number(process.env['BENCH_MESSAGES'] ?? 20_000);
const length = 200;
const rounds = 5;

/** Numbers that are the same at every run. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const alphabets = [
  'abcdefghijklmnopqrstuvwxyz',
  '的一是了我不人在他有这上们来到时大地为子中你说生国年着就那和要她出也得里后自以会',
  'あいうえおかきくけこさしすせそたちつてとなにぬねのまみむめも',
];

function someWord(roll: (below: number) => number, least: number): string {
  const letters = [...alphabets[roll(alphabets.length)]!];
  return Array.from({ length: least + roll(6) }, () => letters[roll(letters.length)]!).join('');
}

function someText(roll: (below: number) => number): string {
  let text = '';
  while (text.length < length) text += `${someWord(roll, 2)}${roll(3) === 0 ? ', ' : ' '}`;
  return text.slice(0, length);
}

/** How many messages a second one core looks through for 100,000 words. */
export async function words(): Promise<Figure[]> {
  const roll = dice(7);
  const texts = new Set<string>();
  while (texts.size < wordCount) texts.add(someWord(roll, 4));
  const list = [...texts].map((text, at): BookWord => ({
    id: String(at),
    text,
    level: at % 3 === 0 ? 'block' : at % 3 === 1 ? 'replace' : 'flag',
    match: at % 2 === 0 ? 'contains' : 'wholeWord',
    gap: at % 10 === 0 ? 2 : 0,
    places: wordPlaces,
    senders: [],
    replacement: null,
    observe: false,
    until: null,
  }));
  const before = process.memoryUsage();
  const began = process.cpuUsage();
  const book = openBook({ folding: { foldAccents: true, digitsAsLetters: false }, words: list, exceptions: [] });
  const { user, system } = process.cpuUsage(began);
  const built = (user + system) / 1000;
  const after = process.memoryUsage();
  const grown = (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / 2 ** 20;
  const messages = Array.from({ length: messageCount }, () => someText(roll));
  let hits = 0;
  const judge = (): void => {
    for (const text of messages) hits += book.judge({ text, place: 'single', now: 1, isMeant: () => true }).hits.length;
  };
  judge();
  const paces: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Time of the processor: others may hold the core meanwhile.
    const start = process.cpuUsage();
    judge();
    const { user, system } = process.cpuUsage(start);
    paces.push(messageCount / ((user + system) / 1_000_000));
  }
  const pace = median(paces);
  return [
    {
      name: `words: messages of ${length} characters against ${wordCount.toLocaleString('en')} words, one core`,
      limit: 'at least 20,000 a second',
      measured: `${Math.round(pace).toLocaleString('en')} a second (${(hits / (rounds + 1) / messageCount).toFixed(2)} hits a message)`,
      holds: pace >= 20_000,
    },
    {
      name: `words: a list of ${wordCount.toLocaleString('en')} made ready`,
      limit: 'at most 3 s and 150 MiB',
      measured: `${(built / 1000).toFixed(2)} s, ${grown.toFixed(0)} MiB`,
      holds: built <= 3000 && grown <= 150,
    },
  ];
}
