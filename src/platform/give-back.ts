import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** By then the first work after a start is done. */
const settledMillis = 5_000;

/**
 * Gives back, once and a few seconds after the start, what only the start needed (some 20 MB). Left alone the engine keeps it until it is
 * short of memory, which a resting process never is. The process stands still for about 150 ms meanwhile.
 */
export function giveBackAfterStart(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    // Options as in V8's own extension (src/extensions/gc-extension.cc): whatever can be had, and free pages back to the system.
    if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, settledMillis).unref();
}
