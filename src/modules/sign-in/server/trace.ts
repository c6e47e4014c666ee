import type { TestReport } from '../common/auth-setting.contract.ts';
import { AnswerRefused } from './answer-refused.ts';
import { failureOf } from './failure.ts';

type Step = TestReport['steps'][number];

/** Runs a step of a sign-in method and, in a test, records its outcome. */
export type Trace = <T>(step: Step['step'], detail: string, work: () => Promise<T>) => Promise<T>;

/** A sign-in writes nothing down. */
export const untraced: Trace = (_step, _detail, work) => work();

/** A test writes every step down; the first that fails is the last. */
export function traced(steps: Step[], describe: (reason: string) => string): Trace {
  return async (step, detail, work) => {
    const started = performance.now();
    const note = (ok: boolean, text: string): void =>
      void steps.push({ step, ok, detail: text, ms: Math.round(performance.now() - started) });
    try {
      const result = await work();
      note(true, detail);
      return result;
    } catch (error) {
      if (error instanceof AnswerRefused) {
        note(false, detail);
        throw error;
      }
      const failure = failureOf(error);
      note(false, `${detail}: ${describe(failure.reason)}`);
      throw failure;
    }
  };
}
