/** When a call is over: its time is up, or who asked for it has left. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** The call ended: neither time nor caller is watched any more. */
  done(): void;
}

const lateError = (): DOMException => new DOMException('The operation was aborted due to timeout', 'TimeoutError');

/** Watches the time of a call and its caller. One timer and one listener, as a gateway has thousands of them a second. */
export function startDeadline(millis: number, caller?: AbortSignal): Deadline {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(lateError()), millis);
  timer.unref();
  const leave = (): void => stop.abort(caller?.reason);
  if (caller?.aborted === true) leave();
  else caller?.addEventListener('abort', leave, { once: true });
  return {
    signal: stop.signal,
    done: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', leave);
    },
  };
}
