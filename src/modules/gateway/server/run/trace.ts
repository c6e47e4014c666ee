import type { Step, StepName } from './context.ts';
import { CallFailure, type CallClass } from './failure.ts';

/** What a step says of itself. */
type Told = { detail?: string; data?: unknown };

/** The steps of one call with their times. */
export class Trace {
  readonly steps: Step[] = [];
  readonly #began = performance.now();

  /** Milliseconds since the call began. */
  elapsed(): number {
    return round(performance.now() - this.#began);
  }

  /** Runs a step; what it answers may say what it saw. */
  async step<T>(step: StepName, work: () => Promise<T> | T, told?: (result: T) => Told): Promise<T> {
    const from = this.elapsed();
    try {
      const result = await work();
      this.#done(step, from, told?.(result));
      return result;
    } catch (error) {
      throw this.#failed(step, from, error);
    }
  }

  /** The same for a step that waits for nothing. */
  stepNow<T>(step: StepName, work: () => T, told?: (result: T) => Told): T {
    const from = this.elapsed();
    try {
      const result = work();
      this.#done(step, from, told?.(result));
      return result;
    } catch (error) {
      throw this.#failed(step, from, error);
    }
  }

  /** Notes a step that took no time of its own. */
  note(step: StepName, detail: string): void {
    this.steps.push({ step, state: 'done', from: this.elapsed(), ms: 0, detail });
  }

  /** Notes a step that was not needed. */
  skip(step: StepName, detail: string): void {
    this.steps.push({ step, state: 'skipped', from: this.elapsed(), ms: 0, detail });
  }

  #done(step: StepName, from: number, told: Told | undefined): void {
    const ms = round(this.elapsed() - from);
    this.steps.push(told === undefined ? { step, state: 'done', from, ms } : { step, state: 'done', from, ms, ...told });
  }

  #failed(step: StepName, from: number, error: unknown): unknown {
    const how: CallClass = error instanceof CallFailure ? error.class : 'internal';
    const reason =
      error instanceof CallFailure && typeof error.facts.params?.['reason'] === 'string' ? `: ${error.facts.params['reason']}` : '';
    this.steps.push({ step, state: 'failed', from, ms: round(this.elapsed() - from), detail: `${how}${reason}` });
    return error;
  }
}

const round = (ms: number): number => Math.round(ms * 1000) / 1000;
