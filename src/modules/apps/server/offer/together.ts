/** What is asked while an answer is under way is asked together next: under load one query serves many, alone nothing waits. */
export function together<Ask, Answer>(
  answer: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
  most = { atOnce: 2, together: 100 },
): (ask: Ask) => Promise<Answer> {
  const waiting: { ask: Ask; resolve(answer: Answer): void; reject(error: unknown): void }[] = [];
  let running = 0;
  const next = async (): Promise<void> => {
    running += 1;
    while (waiting.length > 0) {
      const turn = waiting.splice(0, most.together);
      try {
        const answers = await answer(turn.map(({ ask }) => ask));
        turn.forEach(({ resolve }, at) => resolve(answers[at]!));
      } catch (error) {
        for (const { reject } of turn) reject(error);
      }
    }
    running -= 1;
  };
  return (ask) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ ask, resolve, reject });
      if (running < most.atOnce) void next();
    });
}
