/** One event of a stream of server-sent events (WHATWG HTML, section 9.2). */
export interface LiveEvent {
  topic: string;
  data: unknown;
}

/** Reads events out of pieces of text as they arrive; what is not complete waits for the next piece. */
export function eventReader(onEvent: (event: LiveEvent) => void): (piece: string) => void {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = eventOf(block);
      if (event) onEvent(event);
    }
  };
}

function eventOf(block: string): LiveEvent | undefined {
  let topic = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([a-z]+):? ?(.*)$/.exec(line) ?? [];
    if (field === 'event') topic = value;
    if (field === 'data') data.push(value);
  }
  if (data.length === 0) return undefined;
  try {
    return { topic, data: JSON.parse(data.join('\n')) };
  } catch {
    return undefined;
  }
}

/** Milliseconds before the next attempt to connect: 1 s doubling to 30 s, spread so that a restarted server is not met by all at once. */
export function backoff(attempt: number, random: number): number {
  return Math.min(30_000, 1000 * 2 ** Math.min(attempt, 5)) * (0.5 + random / 2);
}
