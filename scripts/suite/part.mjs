import { spawn } from 'node:child_process';

/** Tells on descriptor 3 what a command and everything it waited for took, in user and system time; ends as the command ended. */
const timed = `"$@"
code=$?
times >&3
exit "$code"`;

/** Runs a part of the suite; answers how it ended, what it printed and its CPU seconds (0 where there is no shell to count them). */
export function runPart(command, { cwd, env = process.env, show = false }) {
  const counts = process.platform !== 'win32';
  const [file, ...args] = counts ? ['/bin/sh', '-c', timed, 'part', ...command] : command;
  const output = show ? 'inherit' : 'pipe';
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', output, output, 'pipe'] });
  const started = Date.now();
  let printed = '';
  let times = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (printed += String(part)));
  child.stdio[3].on('data', (part) => (times += String(part)));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, printed: String(error), seconds: 0, wall: 0 }));
    child.on('close', (code) => resolve({ code, printed, seconds: secondsIn(times), wall: (Date.now() - started) / 1000 }));
  });
}

/** The sum of what the shell's `times` printed: `1m2.5s` and the like. */
function secondsIn(times) {
  return [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}
