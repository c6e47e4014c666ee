/**
 * Calls back when the process that started this one (scripts/start.mjs) has ended, even by SIGKILL, so that no server is left behind
 * unseen. Does nothing, and keeps nothing alive, when started directly.
 */
export function onParentEnd(listener: () => void): void {
  if (!process.channel) return;
  process.once('disconnect', listener);
  process.channel.unref();
}
